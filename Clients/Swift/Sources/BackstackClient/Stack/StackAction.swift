/// Actions of stacks, as the service reads them.
enum StackAction {
  /// Takes an element and those above it off the stack that a JSON Pointer leads to: the action's
  /// cases have the names of the pointer.
  static func pop(_ id: Int, at pointer: String) -> JSONValue {
    let pop: JSONValue = ["popFrom": ["id": .integer(Int64(id))]]
    return JSONPointer.names(pointer).reversed().reduce(pop) { action, name in [name: action] }
  }
}
