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
  func refusal(of state: some Sendable, from origin: StateOrigin) -> Problem? {
    guard let validate else { return nil }
    do {
      try validate(state)
      return nil
    } catch {
      return .invalidState(error as? InvalidState ?? InvalidState("\(error)"), from: origin)
    }
  }

  /// Checks a state of the feature.
  ///
  /// - Throws: ``Problem``, `invalid-state`, or `unreadable-session` for one that was saved.
  func check(_ state: some Sendable, from origin: StateOrigin) throws(Problem) {
    if let refusal = refusal(of: state, from: origin) { throw refusal }
  }
}

/// The origin of a state that is to be validated.
enum StateOrigin {
  /// The member `state` of a request that creates a session.
  case client
  /// The link that a request to create a session names.
  case link
  /// A client's action that pushed a screen.
  case push
  /// An earlier version of the session.
  case history
  /// A session that was saved, stored or imported.
  case saved
}

extension Problem {
  /// Returns the refusal of a client's state by a feature whose clients may not choose it.
  static func stateNotAccepted(_ feature: String) -> Problem {
    var problem = Problem(
      .stateNotAccepted,
      "Sessions of the feature \"\(feature)\" begin in its own initial state or where a link leads. "
        + "Send no state.")
    problem.pointer = JSONPointer([InvalidState.Step.member("state")])
    return problem
  }

  /// Returns the refusal of a state by the feature's validation.
  fileprivate static func invalidState(
    _ refusal: InvalidState, from origin: StateOrigin
  ) -> Problem {
    func problem(_ detail: String, at path: [InvalidState.Step]?) -> Problem {
      var problem = Problem(.invalidState, detail)
      problem.pointer = path.map { JSONPointer($0) }
      return problem
    }
    // If the request does not contain the state, a pointer into it means nothing: the sentence
    // contains the position.
    let sentence =
      refusal.path.isEmpty
      ? refusal.message
      : "\(refusal.message) It is at \(JSONPointer(refusal.path).text) in the state."
    switch origin {
    case .client: return problem(refusal.message, at: ["state"] + refusal.path)
    case .link: return problem("The link leads to an invalid state. \(sentence)", at: ["link"])
    case .push:
      return problem(
        "The push leads to an invalid state. \(sentence) Nothing was changed.", at: nil)
    case .history: return problem("The version has an invalid state. \(sentence)", at: ["version"])
    case .saved: return .unreadableSession("its state is invalid. \(sentence)")
    }
  }
}
