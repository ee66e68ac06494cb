/// A type-erased reference to a feature's state; the feature's operators know its type.
struct StateReference {
  private let address: UnsafeRawPointer
  private let type: ObjectIdentifier

  /// - Parameter state: Valid as long as the reference is used.
  init<State>(_ state: UnsafePointer<State>) {
    address = UnsafeRawPointer(state)
    type = ObjectIdentifier(State.self)
  }

  /// Returns the pointer to the state. It is `nil` if the state has another type than the
  /// operator's: then the operator's reducer was called directly, on a state that only its caller
  /// knows.
  func pointer<State>(to _: State.Type) -> UnsafePointer<State>? {
    // Sound: its type was just compared.
    type == ObjectIdentifier(State.self) ? address.assumingMemoryBound(to: State.self) : nil
  }
}
