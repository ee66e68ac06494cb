// What acts on stacks and presentations, such as `["path": .pop(3)]`.
extension JSONValue {
  /// An action for the element of a stack with an id.
  public static func element(_ id: Int, _ action: JSONValue) -> JSONValue {
    ["element": ["id": .integer(Int64(id)), "action": action]]
  }

  /// Takes the element with an id off a stack, and all above it.
  public static func pop(_ id: Int) -> JSONValue {
    ["popFrom": ["id": .integer(Int64(id))]]
  }

  /// An action for a presented feature.
  public static func presented(_ action: JSONValue) -> JSONValue {
    ["presented": action]
  }

  /// Closes what is presented.
  public static let dismiss: JSONValue = "dismiss"

  /// Returns an action for the part of a state that a JSON Pointer leads to: the cases of the
  /// action have the names of the pointer.
  static func action(_ action: JSONValue, at pointer: String) -> JSONValue {
    JSONPointer.names(pointer).reversed().reduce(action) { action, name in [name: action] }
  }
}
