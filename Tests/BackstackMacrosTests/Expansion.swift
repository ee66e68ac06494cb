import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import BackstackMacroExpansion

/// The expansion of the macros in a source.
struct Expansion {
  let source: String
  /// The diagnostics, as `line:column: message`, and the message of each fix-it after an arrow.
  let diagnostics: [String]
  /// The source after all fix-its are applied.
  let fixed: String

  /// Expands the macros with these names, by default all.
  init(_ source: String, macros names: Set<String> = Set(Self.macros.keys)) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Module", fullFilePath: "Module.swift")])
    let expanded = GeneratedSource.$isParsed.withValue(true) {
      file.expand(
        macroSpecs: Self.macros.filter { names.contains($0.key) },
        contextGenerator: { node in
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
        },
        indentationWidth: .spaces(2))
    }
    self.source = expanded.description.trimmingWhitespace
    self.diagnostics = context.diagnostics.map { diagnostic in
      let position = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
      return
        (["\(position.line):\(position.column): \(diagnostic.message)"]
        + diagnostic.fixIts.map { "-> \($0.message.message)" }).joined(separator: " ")
    }
    self.fixed = context.diagnostics.flatMap(\.fixIts).flatMap(\.changes).reduce(source) {
      text, change in
      guard case .replace(let old, let new) = change else { return text }
      return text.replacing(old.trimmedDescription, with: new.trimmedDescription)
    }
  }

  private static var macros: [String: MacroSpec] {
    [
      "BindableState": MacroSpec(type: BindableStateMacro.self, conformances: ["BindableState"]),
      "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: ["CasePathable"]),
      "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
      "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
      "DependencyEndpointIgnored": MacroSpec(type: MarkerMacro.self),
      "ObservableState": MacroSpec(
        type: ObservableStateMacro.self, conformances: ["ObservableState"]),
      "ObservationStateIgnored": MacroSpec(type: MarkerMacro.self),
      "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"]),
      "_ReducerAction": MacroSpec(type: ReducerActionMacro.self, conformances: ["Sendable"]),
      "ReducerCaseEphemeral": MacroSpec(type: MarkerMacro.self),
      "ReducerCaseIgnored": MacroSpec(type: MarkerMacro.self),
      "SchemaRepresentable": MacroSpec(
        type: SchemaRepresentableMacro.self, conformances: ["SchemaRepresentable"]),
      "Preview": MacroSpec(type: PreviewMacro.self),
      "ServerOnly": MacroSpec(type: MarkerMacro.self),
      "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"]),
    ]
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(/\s+$/, with: "") }
      .joined(separator: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
