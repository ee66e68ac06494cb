/// The state of a feature, whose type its operators know.
struct StateReference {
  private let address: UnsafeMutableRawPointer
  private let type: ObjectIdentifier

  /// - Parameter state: Good for as long as the reference is used; it may be shared, so that nothing
  ///   must be written to it.
  init<State>(_ state: UnsafeMutablePointer<State>) {
    address = UnsafeMutableRawPointer(state)
    type = ObjectIdentifier(State.self)
  }

  /// Where the state is; `nil` when it is of another type than an operator's own, whose reducer was
  /// run by hand then, on a state that nobody but who ran it knows.
  func pointer<State>(to _: State.Type) -> UnsafeMutablePointer<State>? {
    // Sound: its type was just compared.
    type == ObjectIdentifier(State.self) ? address.assumingMemoryBound(to: State.self) : nil
  }
}
