import SwiftSyntax
import SwiftSyntaxBuilder

extension ClientProperty {
  /// A closure that reports that nobody gave the endpoint another value, then does what the default
  /// that is written does, or throws, or returns nothing.
  func unimplemented(in client: String) -> String? {
    guard let closure, isEndpoint else { return nil }
    let endpoint = "\(client).\(name.unquotedName)"
    let report = #"BackstackDependencies._reportUnimplemented("\#(endpoint)")"#
    if let value = binding.initializer?.value {
      // A function by its name is what it is: nothing can be put in front of it.
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
  /// The closure with a statement in front of all others.
  fileprivate func beginning(with statement: String, returnsVoid: Bool) -> String {
    var body = statements.map(\.trimmedDescription)
    // With two statements the closure's value has to be returned.
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
  /// Whether it never has a value to return: `fatalError()`, `try await` in front of it or not.
  fileprivate var isFatal: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return ["fatalError", "preconditionFailure"].contains(call.calledExpression.trimmedDescription)
  }
}

extension String {
  /// The name without backticks.
  var unquotedName: String { filter { $0 != "`" } }
}
