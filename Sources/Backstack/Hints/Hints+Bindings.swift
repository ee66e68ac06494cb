import BackstackCasePaths

// Overloads for bindings of a state without a table of its fields. They are more specific than those
// for other payloads that are not Codable, so that the message tells what to do.

extension CaseEncoder {
  @available(
    *, unavailable,
    message:
      "Clients can set the fields of a state that is Codable and has @ObservableState; add @BindableState, too, if it is not declared in the feature."
  )
  @_disfavoredOverload
  public mutating func encode<State>(
    case name: String, payload: BindingAction<State>
  ) throws { fatalError() }
}

extension CaseDecoder {
  @available(
    *, unavailable,
    message:
      "Clients can set the fields of a state that is Codable and has @ObservableState; add @BindableState, too, if it is not declared in the feature."
  )
  @_disfavoredOverload
  public func payload<State, Root>(
    _ type: BindingAction<State>.Type, _ make: (BindingAction<State>) -> Root
  ) throws -> Root { fatalError() }
}
