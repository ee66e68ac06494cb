/// The stores of a collection's elements, in the order at the time when this value was created.
public struct StoreCollection<
  States: IdentifiedStates & Sendable, Actions: IdentifiedActions & Sendable
>: RandomAccessCollection, Sendable
where States.Element: Sendable, Actions.Action: Sendable, States.ID == Actions.ID {
  private let store: Store<States, Actions>
  /// The states of the elements.
  package let states: States
  /// The ids of the elements, in order.
  public let ids: [States.ID]

  fileprivate init(_ store: Store<States, Actions>) {
    self.store = store
    states = store.state
    ids = Array(states.ids)
  }

  public var startIndex: Int { ids.startIndex }
  public var endIndex: Int { ids.endIndex }

  /// The store of an element; the same object as long as it is referenced.
  ///
  /// An element that was removed since then has the state that it had at that time.
  ///
  /// - Complexity: That of finding a state by its id.
  public subscript(position: Int) -> Store<States.Element, Actions.Action> {
    let id = ids[position]
    guard let state = states[id: id] else {
      preconditionFailure("A collection of states has no element for its id \(id).")
    }
    return store.element(id, initial: state)
  }

  /// Returns the state of an element; `nil` if there is none for its id.
  package func state(_ position: Int) -> States.Element? { states[id: ids[position]] }

  /// Returns a store of the state of an element as it is now, whose actions go to an object instead of a
  /// reducer; `nil` if there is no such element.
  package func still(
    _ position: Int, sendingTo target: ActionTarget
  ) -> Store<States.Element, Actions.Action>? {
    guard let state = state(position) else { return nil }
    return Store(scope: StillCore(state, target) { self[position].core })
  }
}

extension Store
where
  State: IdentifiedStates, State.Element: Sendable,
  Action: IdentifiedActions, Action.Action: Sendable, State.ID == Action.ID
{
  /// The stores of the elements: `store.scope(state: \.path, action: \.path).elements`.
  ///
  /// These are not the objects that `store.scope(state: \.path[id: 0], action: \.path[id: 0])`
  /// returns: those are scopes of another store.
  ///
  /// - Complexity: O(*n*).
  public var elements: StoreCollection<State, Action> { StoreCollection(self) }

  /// Returns the store of an element; `nil` if there is no element with that id.
  public func element(id: State.ID) -> Store<State.Element, Action.Action>? {
    guard let state = withState({ $0[id: id] }) else { return nil }
    return element(id, initial: state)
  }

  fileprivate func element(
    _ id: State.ID, initial: State.Element
  ) -> Store<State.Element, Action.Action> {
    scopedStore(
      ScopeKey(id: id, to: Store<State.Element, Action.Action>.self),
      .ifPresent { $0[id: id] }, initial: initial
    ) { .element(id: id, action: $0) }
  }
}

extension Store where Action: CasePathable {
  /// Returns the stores of a list's rows: `store.scope(state: \.rows, action: \.rows)`.
  ///
  /// - Complexity: O(*n*).
  public func scope<ID: Hashable & Sendable, Element: Sendable, ElementAction: Sendable>(
    state toElements: any KeyPath<State, IdentifiedArray<ID, Element>> & Sendable,
    action toElementAction: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> StoreCollection<IdentifiedArray<ID, Element>, IdentifiedAction<ID, ElementAction>> {
    let list: Store<IdentifiedArray<ID, Element>, IdentifiedAction<ID, ElementAction>> =
      scope(state: toElements, action: toElementAction)
    return list.elements
  }
}

/// An ordered collection of states with ids: a navigation stack, or an array of rows.
public protocol IdentifiedStates<ID, Element> {
  /// The type of a state's id.
  associatedtype ID: Hashable
  /// The type of a state.
  associatedtype Element
  /// The collection of the ids, in the order of their states.
  associatedtype IDs: RandomAccessCollection<ID>

  /// The ids in order.
  var ids: IDs { get }

  /// The state with the given id.
  subscript(id id: ID) -> Element? { get }
}

/// A type of actions some of which belong to one element: ``StackAction``, ``IdentifiedAction``.
public protocol IdentifiedActions<ID, Action> {
  /// The type of an element's id.
  associatedtype ID: Hashable & Sendable
  /// The type of an element's actions.
  associatedtype Action

  /// Creates an action of the element with an id.
  static func element(id: ID, action: Action) -> Self
}

extension StackState: IdentifiedStates {}
extension StackAction: IdentifiedActions {}
extension IdentifiedArray: IdentifiedStates {}
extension IdentifiedAction: IdentifiedActions {}
