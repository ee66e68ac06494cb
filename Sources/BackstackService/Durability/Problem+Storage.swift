import BackstackHTTP
import BackstackStorage

extension Problem {
  /// What a client is told when the storage does not do its part.
  init(_ error: StorageError) {
    switch error {
    case .notFound: self = .unknownSession
    case .ended(let reason): self = .endedSession(SessionEndReason(stored: reason))
    case .quarantined: self = .quarantined
    case .unreadableRecord, .unknownFormat:
      self = .unreadableSession("its record is damaged.")
    case .fenced, .versionConflict:
      self = .storageUnavailable("Another server has gone on with the session.")
    case .full: self = .storageUnavailable("There is no room left where sessions are stored.")
    case .readOnly: self = .storageUnavailable("Sessions can't be written now.")
    case .overloaded: self = .storageUnavailable("More is to be stored than can be.")
    case .exists, .answerExists, .unavailable, .corrupted, .invalid:
      self = .storageUnavailable("Sessions can't be stored or read now.")
    }
  }

  /// A request that nothing can be promised for.
  static func storageUnavailable(_ reason: String) -> Problem {
    var problem = Problem(
      .storageUnavailable,
      "\(reason) Nothing of this request is promised. Try again with the same Idempotency-Key, or "
        + "read the session first.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }

  /// A request that came upon a session while it was put aside.
  static var putAside: Problem {
    var problem = Problem(
      .storageUnavailable, "The session was just put aside. Nothing was changed; try again.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }
}

extension SessionEndReason {
  /// The reason of a name that was stored.
  init(stored name: String) {
    let known: [SessionEndReason] = [
      .deleted, .expired, .tooManyActions, .tooManyEffects, .stateTooLarge,
    ]
    self = known.first { $0.name == name } ?? Self(name: name, explanation: "The session ended.")
  }
}
