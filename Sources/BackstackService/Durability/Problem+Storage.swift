import BackstackHTTP
import BackstackStorage

extension Problem {
  /// Creates the problem that a client receives when the storage fails.
  init(_ error: StorageError) {
    switch error {
    case .notFound: self = .unknownSession
    case .ended(let reason): self = .endedSession(SessionEndReason(stored: reason))
    case .quarantined: self = .quarantined
    case .unreadableRecord, .unknownFormat:
      self = .unreadableSession("its record is damaged.")
    case .fenced, .versionConflict:
      self = .storageUnavailable("Another server has taken over the session.")
    case .full: self = .storageUnavailable("There is no room left where sessions are stored.")
    case .readOnly: self = .storageUnavailable("Sessions can't be written now.")
    case .overloaded: self = .storageUnavailable("The storage is overloaded.")
    case .exists, .answerExists, .unavailable, .corrupted, .invalid:
      self = .storageUnavailable("Sessions can't be stored or read now.")
    }
  }

  /// Returns the problem of a request whose outcome is unknown.
  static func storageUnavailable(_ reason: String) -> Problem {
    var problem = Problem(
      .storageUnavailable,
      "\(reason) The request may not have taken effect. Try again with the same "
        + "Idempotency-Key, or read the session first.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }

  /// The problem of a request to a session that was being passivated.
  static var passivated: Problem {
    var problem = Problem(
      .storageUnavailable, "The session was just passivated. Nothing was changed; try again.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }
}

extension SessionEndReason {
  /// Creates the reason with a stored name.
  init(stored name: String) {
    let known: [SessionEndReason] = [
      .deleted, .expired, .tooManyActions, .tooManyEffects, .stateTooLarge,
    ]
    self = known.first { $0.name == name } ?? Self(name: name, explanation: "The session ended.")
  }
}
