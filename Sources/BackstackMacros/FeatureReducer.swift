import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A `@Reducer` struct: fills in what isn't written.
struct FeatureReducer {
  let name: String
  let block: MemberBlockSyntax
  private let access: String

  init(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    self.name = declaration.name.unquoted
    self.block = declaration.memberBlock
    self.access = declaration.memberAccess(in: context)
  }

  var members: [DeclSyntax] { state + action + body }

  /// An empty state, or the state that the body is written for.
  private var state: [DeclSyntax] {
    guard !block.declares(type: "State") else { return [] }
    switch types {
    case .own:
      return [
        """
        \(raw: access)struct State: Codable, Equatable, Hashable, Sendable {
        \(raw: access)init() {}
        }
        """
      ]
    case .fixed(let state, _): return ["\(raw: access)typealias State = \(raw: state)"]
    case .inferred: return []
    }
  }

  /// An action without cases, or the action that the body is written for.
  private var action: [DeclSyntax] {
    guard !block.declares(type: "Action") else { return [] }
    switch types {
    case .own:
      return [
        """
        @CasePathable
        \(raw: access)enum Action: BackstackCasePaths.CasePathable, Codable, Equatable, Hashable, Sendable {
        }
        """
      ]
    case .fixed(_, let action): return ["\(raw: access)typealias Action = \(raw: action)"]
    case .inferred: return []
    }
  }

  /// A body that does nothing.
  private var body: [DeclSyntax] {
    guard !block.declares(property: "body"), reduce == nil else { return [] }
    return [
      """
      \(raw: access)var body: EmptyReducer<Self.State, Self.Action> {
      return EmptyReducer()
      }
      """
    ]
  }

  /// Where the types of state and action come from.
  private enum Types {
    /// The feature's own nested types.
    case own
    /// The body's type names others.
    case fixed(state: String, action: String)
    /// The type of the body, which isn't written, has them.
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

  /// A reducer written as a method.
  var reduce: FunctionDeclSyntax? {
    block.function("reduce", labels: ["into", "action"])
  }
}
