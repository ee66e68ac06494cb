/// States in an order that are told apart by ids: a navigation stack, an array of rows.
public protocol IdentifiedStates<ID, Element> {
  /// What tells the states apart.
  associatedtype ID: Hashable
  /// A state.
  associatedtype Element
  /// The ids in the order of their states.
  associatedtype IDs: RandomAccessCollection<ID>

  /// The ids in order.
  var ids: IDs { get }

  /// The state with an id.
  subscript(id id: ID) -> Element? { get }
}

/// Actions of which some are those of one element: ``StackAction``, ``IdentifiedAction``.
public protocol IdentifiedActions<ID, Action> {
  /// What tells the elements apart.
  associatedtype ID: Hashable & Sendable
  /// What can happen in an element.
  associatedtype Action

  /// An action of the element with an id.
  static func element(id: ID, action: Action) -> Self
}

extension StackState: IdentifiedStates {}
extension StackAction: IdentifiedActions {}
extension IdentifiedArray: IdentifiedStates {}
extension IdentifiedAction: IdentifiedActions {}
