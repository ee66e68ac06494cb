import SwiftSyntax
import SwiftSyntaxBuilder

extension ClientProperty {
  /// Returns a closure that reports that the endpoint was not overridden and then runs the written
  /// default, throws, or returns `nil` or nothing.
  func unimplemented(in client: String) -> String? {
    guard let closure, isEndpoint else { return nil }
    let endpoint = "\(client).\(name.unquotedName)"
    let report = #"BackstackDependencies._reportUnimplemented("\#(endpoint)")"#
    if let value = binding.initializer?.value {
      // A function that is given by name can't be changed to report first.
      return value.as(ClosureExprSyntax.self)
        .map { $0.beginning(with: report, returnsVoid: closure.returnsVoid) }
        ?? value.trimmedDescription
    }
    var lines = [report]
    if closure.throwsAnyError {
      lines.append(#"throw BackstackDependencies.Unimplemented("\#(endpoint)")"#)
    } else if closure.returnsOptional {
      lines.append("return nil")
    }
    let head = ["{", closure.ignoredParameters].filter { !$0.isEmpty }.joined(separator: " ")
    return ([head] + lines + ["}"]).joined(separator: "\n")
  }
}

extension ClosureExprSyntax {
  /// Returns the closure with a statement before all others.
  fileprivate func beginning(with statement: String, returnsVoid: Bool) -> String {
    var body = statements.map(\.trimmedDescription)
    // A closure with two statements needs an explicit `return`.
    if !returnsVoid, body.count == 1, let only = statements.first?.item.as(ExprSyntax.self),
      !only.isFatal
    {
      body = ["return " + body[0]]
    }
    let head = ["{", signature?.trimmedDescription ?? ""].filter { !$0.isEmpty }
    return ([head.joined(separator: " "), statement] + body + ["}"]).joined(separator: "\n")
  }
}

extension ExprSyntax {
  /// Whether the expression never returns: a call of `fatalError()`, possibly after `try await`.
  fileprivate var isFatal: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return ["fatalError", "preconditionFailure"].contains(call.calledExpression.trimmedDescription)
  }
}

extension String {
  /// The name without backticks.
  var unquotedName: String { filter { $0 != "`" } }
}
