import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension FeatureReducer {
  /// Reports nested enum reducers without an argument `.codable` whose state or action is part of
  /// the feature's Codable state or action: the compiler names neither the enum nor the argument.
  func diagnoseCoding(in context: some MacroExpansionContext) {
    let parts = FeatureParts(block)
    for declaration in block.declarations {
      guard let nested = declaration.as(EnumDeclSyntax.self),
        let attribute = nested.attributes.attribute(named: "Reducer")
      else { continue }
      let reducer = EnumReducer(nested, attribute: attribute, in: context)
      let missing = reducer.missingCoding(
        state: parts.coding(ofStatesOf: nested.name.unquoted),
        action: parts.coding(ofActionsOf: nested.name.unquoted))
      guard let mended = missing.map({ attribute.adding(state: $0.state, action: $0.action) })
      else { continue }
      context.error(
        "'\(name)' encodes states or actions of '\(reducer.name)', which are not Codable: "
          + "write '\(mended.trimmedDescription)'",
        id: "not-codable", at: attribute,
        fixIts: [
          FixIt(
            message: MacroMessage("Add the conformances", id: "add-codable"),
            changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(mended))])
        ])
    }
  }
}

/// The declarations of a feature's nested state and action.
private struct FeatureParts {
  private var state: Part?
  private var action: Part?

  private struct Part {
    /// The protocols whose implementation the compiler or a macro generates.
    let coding: Set<String>
    /// The types that are encoded or decoded.
    let types: [Syntax]

    init(_ declaration: some DeclGroupSyntax, _ types: [Syntax]) {
      let block = declaration.memberBlock
      let isWritten = block.declaresCoding || block.declares(type: "CodingKeys")
      self.coding = isWritten ? [] : codings(declaration.inheritanceClause?.names ?? [])
      self.types = types
    }
  }

  init(_ block: MemberBlockSyntax) {
    if let state = block.structure("State") {
      self.state = Part(state, state.memberBlock.storedTypes)
    } else if let state = block.enumeration("State") {
      self.state = Part(state, state.memberBlock.payloadTypes)
    }
    action = block.enumeration("Action").map { Part($0, $0.memberBlock.payloadTypes) }
  }

  /// Returns the conformances that the states of an enum reducer need.
  func coding(ofStatesOf reducer: String) -> Set<String> {
    coding { $0.isMember("State", of: reducer) || $0.isStackAction(of: reducer) }
  }

  /// Returns the conformances that the actions of an enum reducer need.
  func coding(ofActionsOf reducer: String) -> Set<String> {
    coding { $0.isMember("Action", of: reducer) || $0.isStackAction(of: reducer) }
  }

  private func coding(where isSought: (TypeSyntax) -> Bool) -> Set<String> {
    [state, action].compactMap(\.self).reduce(into: []) { coding, part in
      if part.types.contains(where: { $0.containsType(isSought) }) {
        coding.formUnion(part.coding)
      }
    }
  }
}

extension EnumReducer {
  /// Returns the conformances, as arguments, that the state and the action lack; `nil` if they lack
  /// none. Manually written ones are not examined.
  fileprivate func missingCoding(
    state: Set<String>, action: Set<String>
  ) -> (state: String?, action: String?)? {
    func word(_ needed: Set<String>, _ stated: [String], _ type: String) -> String? {
      let missing = needed.subtracting(codings(Set(stated)))
      guard let one = missing.first, !block.declares(type: type) else { return nil }
      return missing.count == 1 ? one.lowercased() : "codable"
    }
    let words = (
      state: word(state, stateConformances, "State"),
      action: word(action, actionConformances, "Action")
    )
    return words.state == nil && words.action == nil ? nil : words
  }
}

extension AttributeSyntax {
  /// Returns the attribute with one more argument for the state and for the action.
  fileprivate func adding(state: String?, action: String?) -> AttributeSyntax {
    let lists = [("state", state), ("action", action)].compactMap { label, word -> String? in
      let words = words(label: label) + [word].compactMap(\.self)
      return words.isEmpty ? nil : "\(label): " + words.map { "." + $0 }.joined(separator: ", ")
    }
    let mended: AttributeSyntax =
      "@\(attributeName.trimmed)(\(raw: lists.joined(separator: ", ")))"
    return mended.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia)
  }
}

/// Returns `Encodable` and `Decodable`, as far as they are among the names.
private func codings(_ names: Set<String>) -> Set<String> {
  names.contains("Codable")
    ? ["Decodable", "Encodable"] : names.intersection(["Decodable", "Encodable"])
}

extension MemberBlockSyntax {
  /// The types of the stored properties, or the values from which their types are inferred.
  fileprivate var storedTypes: [Syntax] {
    declarations.compactMap { $0.as(VariableDeclSyntax.self) }.filter(\.mayBeStored)
      .flatMap(\.bindings).filter(\.isStored)
      .compactMap { $0.typeAnnotation.map(Syntax.init) ?? $0.initializer.map(Syntax.init) }
  }

  fileprivate var payloadTypes: [Syntax] {
    EnumCaseList(members).all.flatMap(\.payloads).map { Syntax($0.type) }
  }
}

extension TypeSyntax {
  /// Returns whether the type is nested in another, such as `Path.State`.
  fileprivate func isMember(_ name: String, of type: String) -> Bool {
    guard let member = self.as(MemberTypeSyntax.self) else { return false }
    return member.name.text == name && member.baseType.lastName == type
  }

  /// Returns whether the type is the stack action of a reducer, which contains states and actions.
  fileprivate func isStackAction(of reducer: String) -> Bool {
    lastName == "StackActionOf"
      && genericArguments.contains { argument in
        guard case .type(let type) = argument else { return false }
        return type.lastName == reducer
      }
  }
}

extension Syntax {
  /// Returns whether the syntax contains a type that satisfies a predicate.
  fileprivate func containsType(_ isSought: (TypeSyntax) -> Bool) -> Bool {
    if let type = self.as(TypeSyntax.self), isSought(type) { return true }
    return children(viewMode: .sourceAccurate).contains { $0.containsType(isSought) }
  }
}

extension AttributeListSyntax {
  /// Returns the attribute with a name, ignoring module names.
  fileprivate func attribute(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.lastName == name }
  }
}
