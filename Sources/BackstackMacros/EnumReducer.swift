import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A `@Reducer` enum, whose cases name the features that it is made of.
struct EnumReducer {
  let name: String
  let access: String
  let cases: EnumCaseList
  let block: MemberBlockSyntax
  private let indirection: String
  let stateConformances: [String]
  let actionConformances: [String]

  init(
    _ declaration: EnumDeclSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    self.name = declaration.name.trimmedDescription
    self.access = declaration.memberAccess(in: context)
    self.cases = EnumCaseList(declaration.memberBlock.members)
    self.block = declaration.memberBlock
    self.indirection = declaration.modifiers.indirection
    // The compiler infers Sendable neither for types that other modules see nor for recursive ones.
    // The state has it from `CaseReducerState`.
    let needed = access.isEmpty ? [] : ["Sendable"]
    self.stateConformances = attribute.conformances(label: "state", adding: needed)
    self.actionConformances = attribute.conformances(label: "action", adding: ["Sendable"])
  }

  /// The payload of the case of that name in an action that is written by hand.
  func explicitAction(of element: EnumCase) -> String? {
    guard let action = block.enumeration("Action") else { return nil }
    let same = EnumCaseList(action.memberBlock.members).all.first { $0.key == element.key }
    guard let same, same.payloads.count == 1, !same.isImpossible else { return nil }
    return same.payloads[0].type.trimmedDescription
  }

  var members: [DeclSyntax] {
    state + action + body + (EnumReducerScope(self)?.members ?? [])
  }

  private var state: [DeclSyntax] {
    guard !block.declares(type: "State") else { return [] }
    let declarations = cases.code { element in
      let types = element.payloads.map { payload in
        (payload.label.map { "\($0.text): " } ?? "") + payload.type.trimmedDescription
      }
      let comment = element.documentation.comment
      switch ReducerCase(element) {
      case .reducer(let type, _):
        return comment + ["\(element.indirection)case \(element.name)(\(type).State)"]
      case .ephemeral, .ignored:
        return comment + [
          "\(element.indirection)case \(element.name)"
            + (types.isEmpty ? "" : "(\(types.joined(separator: ", ")))")
        ]
      }
    }
    // The conformance is stated here because the compiler crashes on some numbers of extensions
    // that macros add to types that macros have made.
    let inheritance = (["BackstackCasePaths.CasePathable", "CaseReducerState"] + stateConformances)
      .joined(separator: ", ")
    return [
      """
      @CasePathable
      @dynamicMemberLookup
      \(raw: access)\(raw: indirection)enum State: \(raw: inheritance) {
      \(raw: access)typealias StateReducer = \(raw: name)
      \(raw: declarations.joined(separator: "\n"))
      \(raw: isEphemeral.joined(separator: "\n"))
      }
      """
    ]
  }

  /// The property that says of what is presented whether it is ephemeral; the default
  /// implementation finds out by reflection.
  private var isEphemeral: [String] {
    let cases = cases.code { element -> [String] in
      switch ReducerCase(element) {
      case .ephemeral: return ["if case .\(element.name) = self { return true }"]
      case .ignored where element.payloads.count == 1 && !element.isImpossible:
        // The type tells: an alert may have actions that are written by hand.
        let type = element.payloads[0].type.trimmedDescription
        return [
          "if case .\(element.name) = self { return Self._isEphemeral((\(type)).self) }"
        ]
      case .ignored, .reducer: return []
      }
    }
    return ["\(access)var isEphemeral: Bool {"] + cases + ["return false", "}"]
  }

  private var action: [DeclSyntax] {
    guard !block.declares(type: "Action") else { return [] }
    let declarations = cases.code { element in
      switch ReducerCase(element) {
      case .reducer(let type, _):
        ["\(element.indirection)case \(element.name)(\(type).Action)"]
      case .ephemeral(_, let action): ["case \(element.name)(\(action))"]
      case .ignored: ["case \(element.name)(Never)"]
      }
    }
    let inheritance = (["BackstackCasePaths.CasePathable"] + actionConformances)
      .joined(separator: ", ")
    return [
      """
      @CasePathable
      \(raw: access)\(raw: indirection)enum Action: \(raw: inheritance) {
      \(raw: declarations.joined(separator: "\n"))
      }
      """
    ]
  }

  /// A function that is never called and names each case whose payload is made of a feature's type.
  ///
  /// The compiler checks what is in an extension that a macro adds before it makes code of anything, and
  /// the bodies of members that a macro adds only then, when it crashes on a type that isn't there, such
  /// as `Int.Action` for `case count(Int)`.
  var check: String {
    guard let type = ["Action", "State"].first(where: { !block.declares(type: $0) }) else {
      return ""
    }
    let names = cases.code { element -> [String] in
      switch ReducerCase(element) {
      case .reducer: ["_ = \(type).\(element.name)"]
      case .ephemeral: type == "Action" ? ["_ = \(type).\(element.name)"] : []
      case .ignored: []
      }
    }
    guard !names.isEmpty else { return "" }
    return "\nprivate static func _checkCases() {\n" + names.joined(separator: "\n") + "\n}\n"
  }

  private var body: [DeclSyntax] {
    guard !block.declares(property: "body") else { return [] }
    return [EnumReducerBody(self).member]
  }
}

extension AttributeSyntax {
  /// The words after a label, such as those of `state: .equatable, .codable`, each once.
  func words(label: String) -> [String] {
    guard case .argumentList(let arguments) = arguments else { return [] }
    var current: String?
    var words: [String] = []
    for argument in arguments {
      current = argument.label?.text ?? current
      guard current == label,
        let word = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        !words.contains(word)
      else { continue }
      words.append(word)
    }
    return words
  }

  /// The protocols that the words after a label stand for, and others.
  fileprivate func conformances(label: String, adding others: [String]) -> [String] {
    let protocols = words(label: label).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return protocols + others.filter { !protocols.contains($0) }
  }
}
