import SwiftSyntax
import SwiftSyntaxMacros

/// A `@Reducer` struct, to which the macro adds the missing parts.
struct FeatureReducer {
  let name: String
  let block: MemberBlockSyntax
  private let access: String

  init(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    self.name = declaration.name.unquoted
    self.block = declaration.memberBlock
    self.access = declaration.memberAccess(in: context)
  }

  var members: [String] { state + action + body }

  /// An empty state, or the state that the body is written for.
  private var state: [String] {
    guard !block.declares(type: "State") else { return [] }
    switch types {
    case .own:
      return [
        """
        \(access)struct State: Codable, Equatable, Hashable, Sendable {
        \(access)init() {}
        }
        """
      ]
    case .fixed(let state, _): return ["\(access)typealias State = \(state)"]
    case .inferred: return []
    }
  }

  /// An action without cases, or the action that the body is written for.
  private var action: [String] {
    guard !block.declares(type: "Action") else { return [] }
    switch types {
    case .own:
      return [
        """
        @CasePathable
        \(access)enum Action: BackstackCasePaths.CasePathable, Codable, Equatable, Hashable, Sendable {
        }
        """
      ]
    case .fixed(_, let action): return ["\(access)typealias Action = \(action)"]
    case .inferred: return []
    }
  }

  /// A body that does nothing.
  private var body: [String] {
    guard !block.declares(property: "body"), reduce == nil else { return [] }
    return [
      """
      \(access)var body: EmptyReducer<Self.State, Self.Action> {
      return EmptyReducer()
      }
      """
    ]
  }

  /// The origin of the state's and the action's types.
  private enum Types {
    /// The feature's own nested types.
    case own
    /// Other types, which the body's type names.
    case fixed(state: String, action: String)
    /// The types of the body, whose type isn't written.
    case inferred
  }

  private var types: Types {
    if let body = block.property("body") {
      guard let type = BodyType(body) else {
        return body.bindings.first?.typeAnnotation == nil ? .inferred : .own
      }
      return type.isOfSelf ? .own : .fixed(state: type.state, action: type.action)
    }
    guard let type = reduce.map(BodyType.init(reduce:)) else { return .own }
    return type.isOfSelf ? .own : .fixed(state: type.state, action: type.action)
  }

  /// The method, if the reducer is written as one.
  var reduce: FunctionDeclSyntax? {
    block.function("reduce", labels: ["into", "action"])
  }
}
