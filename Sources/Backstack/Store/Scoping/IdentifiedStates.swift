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
