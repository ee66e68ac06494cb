import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A message of one of the macros.
struct MacroMessage: DiagnosticMessage, FixItMessage {
  let message: String
  let severity: DiagnosticSeverity
  let diagnosticID: MessageID

  init(_ message: String, id: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    self.diagnosticID = MessageID(domain: "Backstack", id: id)
  }

  var fixItID: MessageID { diagnosticID }
}

extension MacroExpansionContext {
  /// Reports an error at a node.
  func error(
    _ message: String, id: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []
  ) {
    diagnose(Diagnostic(node: node, message: MacroMessage(message, id: id), fixIts: fixIts))
  }

  /// Reports a warning at a node.
  func warning(
    _ message: String, id: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []
  ) {
    let message = MacroMessage(message, id: id, severity: .warning)
    diagnose(Diagnostic(node: node, message: message, fixIts: fixIts))
  }
}
