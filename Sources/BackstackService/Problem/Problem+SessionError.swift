import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackSessions
import BackstackStorage

/// The problems of requests that a session, or the directory of sessions, refuses: the only code
/// that knows both.
extension Problem {
  init(_ error: SessionError) {
    switch error {
    case .malformedJSON(let reason):
      self.init(.malformedJSON, "The content can't be read as JSON (RFC 8259). \(reason)")
    case .inputTooLarge(let reason): self.init(.contentTooLarge, reason)
    case .inputTooComplex(let reason, let pointer):
      self.init(.contentTooComplex, reason, at: pointer)
    case .invalidValue(let reason, let pointer): self.init(.invalidValue, reason, at: pointer)
    case .stateTooLarge(let limit):
      self.init(
        .stateTooLarge,
        "The session's state would have more than \(limit) bytes. Nothing was changed.")
    case .stateNotAccepted(let feature):
      self.init(
        .stateNotAccepted,
        "Sessions of the feature \"\(feature)\" begin in its initial state, or in a link's state. "
          + "Send no state.",
        at: JSONPointer([InvalidState.Step.member("state")]))
    case .invalidState(let refusal, let origin): self.init(refusal, from: origin)
    case .invalidLink(let feature, let link):
      self.init(.invalidLink, "The feature \"\(feature)\" has no state for the link \"\(link)\".")
    case .unknownFeature(let name):
      self.init(
        .unknownFeature,
        "There is no feature \"\(name)\"; GET /features lists the features.",
        at: JSONPointer([CreationRequest.Member.feature]))
    case .unknownSession:
      self.init(
        .unknownSession, "There is no session with this id. Create one with POST /sessions.")
    case .ended(let reason):
      self.init(.endedSession, "\(reason.explanation) Create another with POST /sessions.")
      self.reason = reason.name
    case .passivated:
      self.init(
        .storageUnavailable, "The session was just passivated. Nothing was changed; try again.",
        retryAfter: 1)
    case .noStack(let name, let known): self.init(noStack: name, known)
    case .forgottenVersion(let version):
      self.init(
        .forgottenVersion,
        "There is no snapshot of version \(version); GET …/history lists the versions that have one."
      )
    case .staleElement(let target, let version, let index):
      // The operators word the first sentence, which says what is missing: see the places that
      // make a `MissingTarget` in `Sources/Backstack/Operators`.
      self.init(
        .staleElement, "\(target.message) Nothing was changed; read the session's snapshot.",
        at: index.map { JSONPointer([InvalidState.Step.element($0)]) })
      self.version = version
    case .versionMismatch:
      self.init(
        .versionMismatch,
        "The session is not at the version that is demanded. Decide again from the snapshot.")
    case .reusedKey:
      self.init(
        .reusedKey,
        "The Idempotency-Key was used for another request. A new request needs a new key.")
    case .requestInProgress:
      self.init(
        .requestInProgress,
        "The first request with this Idempotency-Key is still being processed. Try again later.",
        retryAfter: 1)
    case .overloaded: self = .overloaded
    case .overCapacity:
      self.init(
        .overCapacity, "The server has reached its maximum number of sessions. Try again later.",
        retryAfter: 10)
    case .outOfMemory:
      self.init(
        .overCapacity, "The server has reached its limit of memory. Try again later.",
        retryAfter: 10)
    case .quotaExceeded(let quota, let limit): self.init(quota, limit)
    case .unknownUsage:
      self = .storageUnavailable("The stored sessions of this client can't be counted now.")
    case .storage(let error): self.init(unavailable: error)
    case .quarantined:
      self.init(
        .quarantined,
        "The server crashed twice while it processed this session. The session is kept unchanged. "
          + "The log has the reason, as \"event\":\"crash\"; the program's command "
          + "`sessions release` frees it.",
        retryAfter: 600)
    case .unreadable(let reason):
      self.init(
        .unreadableSession, "The session is kept, but this server can't resume it: \(reason)")
    case .stateNotEncodable(let reason): self.init(.stateNotEncodable, reason)
    case .screenNotAvailable(let reason): self.init(.screenNotAvailable, reason)
    // Only the program itself sends actions of types; no client's request leads here.
    case .wrongTypes:
      self.init(
        HTTPError(status: .internalServerError, code: .noResponse, message: error.description))
    }
  }

  private init(_ kind: Kind, _ detail: String, at pointer: JSONPointer? = nil, retryAfter: Int) {
    self.init(kind, detail, at: pointer)
    fields.set(.retryAfter, "\(retryAfter)")
  }

  private init(_ refusal: InvalidState, from origin: StateOrigin) {
    // If the request does not contain the state, a pointer into it means nothing: the sentence
    // contains the position.
    let detail = origin.sentence(refusal)
    switch origin {
    case .client:
      self.init(
        .invalidState, refusal.message, at: JSONPointer(["state"] + refusal.path))
    case .link:
      self.init(.invalidState, detail, at: JSONPointer([InvalidState.Step.member("link")]))
    case .history:
      self.init(.invalidState, detail, at: JSONPointer([InvalidState.Step.member("version")]))
    case .push, .saved: self.init(.invalidState, detail)
    }
  }

  private init(noStack name: String?, _ known: [String]) {
    let names = known.map { "\"\($0)\"" }.joined(separator: ", ")
    let help =
      names.isEmpty ? "The snapshot has the whole state." : "Paths are read by name: \(names)."
    self.init(
      .noStack,
      name == nil
        ? "The session's state has no default navigation stack now. \(help)"
        : "The session's state has no navigation stack of this name now. \(help)")
  }

  /// Creates the refusal of a request beyond a quota: 403 for quotas that only ending sessions
  /// frees, 429 for those that free themselves.
  private init(_ quota: Quota, _ limit: Int) {
    switch quota {
    case .sessions:
      self.init(
        .quotaExceeded, "This client has \(limit) sessions, which is the maximum. Delete one.")
    case .storedBytes:
      self.init(
        .quotaExceeded,
        "The sessions of this client take \(limit) bytes, which is the maximum. Delete one.")
    case .streams:
      self.init(
        .tooManyAtOnce,
        "This client follows \(limit) sessions at once, which is the maximum. Try again later.",
        retryAfter: 1)
    case .effects:
      self.init(
        .tooManyAtOnce,
        "This client has \(limit) effects or more in flight, which is the maximum. "
          + "Try again later.",
        retryAfter: 1)
    }
  }

  private init(unavailable error: StorageError) {
    switch error {
    case .fenced, .owned, .unsuitable, .versionConflict, .untraceable:
      self = .storageUnavailable("Another server has taken over the session.")
    case .full: self = .storageUnavailable("The storage of sessions is full.")
    case .readOnly: self = .storageUnavailable("Sessions can't be written now.")
    case .overloaded: self = .storageUnavailable("The storage is overloaded.")
    default: self = .storageUnavailable("Sessions can't be stored or read now.")
    }
  }

  /// Returns the problem of a request whose outcome is unknown.
  static func storageUnavailable(_ reason: String) -> Problem {
    Problem(
      .storageUnavailable,
      "\(reason) The request may not have taken effect. Try again with the same "
        + "Idempotency-Key, or read the session first.",
      retryAfter: 1)
  }

  /// Returns a value, or throws the problem of the session's error that is thrown in its place.
  static func translating<Value>(
    _ value: @autoclosure () throws(SessionError) -> Value
  ) throws(Problem) -> Value {
    do throws(SessionError) {
      return try value()
    } catch {
      throw Problem(error)
    }
  }
}
