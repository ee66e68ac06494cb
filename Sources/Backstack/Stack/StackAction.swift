/// The actions of a navigation stack.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// Pops the element with an id, and all elements above it.
  case popFrom(id: StackElementID)
  /// Pushes a screen; with ``StackElementID/unassigned`` the store generates the id.
  indirect case push(id: StackElementID, state: State)
}

/// The stack action of a reducer of the stack's elements.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case paths, and the actions of one element by subscript: `\.path[id: 0].counter`.
  public struct AllCasePaths: NamedCasePaths {
    public func casePath(named name: String) -> (any PartialCasePath<StackAction>)? {
      switch name {
      case "element": element
      case "popFrom": popFrom
      case "push": push
      default: nil
      }
    }

    public func casePath(id: String) -> (any PartialCasePath<StackAction>)? {
      Int(id).map { self[id: StackElementID(generation: $0)] }
    }

    /// The case of an element's action.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          guard case .element(let id, let action) = $0 else { return nil }
          return (id, action)
        })
    }

    /// The case of a pop.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: {
          guard case .popFrom(let id) = $0 else { return nil }
          return id
        })
    }

    /// The case of a push.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: {
          guard case .push(let id, let state) = $0 else { return nil }
          return (id, state)
        })
    }

    /// The actions of the element with an id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        })
    }
  }
}
