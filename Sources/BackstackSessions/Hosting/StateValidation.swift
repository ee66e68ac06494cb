/// The check of states that the feature's reducers did not make.
struct StateValidation: Sendable {
  /// Takes a state of the feature; `nil` if every state is valid.
  private let validate: (@Sendable (any Sendable) throws -> Void)?

  init<State: Sendable>(_ validate: (@Sendable (State) throws -> Void)?) {
    guard let validate else {
      self.validate = nil
      return
    }
    self.validate = { state in
      if let state = state as? State { try validate(state) }
    }
  }

  private init(erased validate: (@Sendable (any Sendable) throws -> Void)?) {
    self.validate = validate
  }

  /// Returns the validation with its closure transformed.
  func mapped(
    _ transform: (@escaping @Sendable (any Sendable) throws -> Void) -> (
      @Sendable (any Sendable) throws -> Void
    )
  ) -> StateValidation {
    StateValidation(erased: validate.map(transform))
  }

  /// Whether every state is valid.
  var isEmpty: Bool { validate == nil }

  /// Returns the reason to refuse a state of the feature, if there is one.
  func refusal(of state: some Sendable, from origin: StateOrigin) -> SessionError? {
    guard let validate else { return nil }
    do {
      try validate(state)
      return nil
    } catch {
      return origin.error(error as? InvalidState ?? InvalidState("\(error)"))
    }
  }

  /// Checks a state of the feature.
  ///
  /// - Throws: ``SessionError/invalidState(_:from:)``, or ``SessionError/unreadable(_:)`` for a
  ///   state that was saved.
  func check(_ state: some Sendable, from origin: StateOrigin) throws(SessionError) {
    if let refusal = refusal(of: state, from: origin) { throw refusal }
  }
}

/// The origin of a state that is validated.
public enum StateOrigin: Sendable {
  /// A request that creates a session has the state.
  case client
  /// A request that creates a session names a link to the state.
  case link
  /// A client's action pushed a screen.
  case push
  /// The state is that of an earlier version of the session.
  case history
  /// The session was saved, stored or imported.
  case saved

  /// Returns the refusal of a state as a sentence with the position of the invalid value.
  package func sentence(_ refusal: InvalidState) -> String {
    let sentence = refusal.sentence
    return switch self {
    case .client: sentence
    case .link: "The link leads to an invalid state. \(sentence)"
    case .push: "The push leads to an invalid state. \(sentence) Nothing was changed."
    case .history: "The version has an invalid state. \(sentence)"
    case .saved: "The saved state is invalid. \(sentence)"
    }
  }
}

extension InvalidState {
  /// The message, with the position of the value for a client that does not have the state.
  package var sentence: String {
    path.isEmpty ? message : "\(message) It is at \(JSONPointer(path).text) in the state."
  }
}

extension StateOrigin {
  /// Returns the error for a state that the feature refuses.
  fileprivate func error(_ refusal: InvalidState) -> SessionError {
    if case .saved = self { return .unreadable("its state is invalid. \(refusal.sentence)") }
    return .invalidState(refusal, from: self)
  }
}
