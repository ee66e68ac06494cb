public import Backstack
import BackstackCoding
public import BackstackStorage

/// The reason why a session, or the directory of sessions, refuses a request or fails.
///
/// The cases name what happened. A server that offers sessions over a protocol chooses the texts
/// that its clients see; ``description`` is for logs and for programs that embed sessions.
public enum SessionError: Error, Sendable {
  // MARK: Input
  /// The input is not JSON (RFC 8259).
  case malformedJSON(_ reason: String)
  /// The input has more bytes than ``ClientInput/maximumBytes``.
  case inputTooLarge(_ reason: String)
  /// The input has more parts than ``ClientInput`` allows, or is nested deeper.
  case inputTooComplex(_ reason: String, at: JSONPointer)
  /// A value is not what is expected: the input of a feature at a position, or a number of seconds,
  /// or the id of a saved session.
  case invalidValue(_ reason: String, at: JSONPointer? = nil)
  /// The state would have more bytes than ``SessionConfiguration/maximumStateBytes``. Nothing was
  /// changed.
  case stateTooLarge(limit: Int)
  /// The feature does not let clients choose the state; see ``ClientInput/takesState``.
  case stateNotAccepted(feature: String)
  /// The feature refuses the state.
  case invalidState(InvalidState, from: StateOrigin)
  /// The link leads nowhere.
  case invalidLink(feature: String, link: String)

  // MARK: Finding
  /// There is no feature with this name.
  case unknownFeature(String)
  /// There is no session with this id, or it is not for this client.
  case unknownSession
  /// The session has ended.
  case ended(SessionEndReason)
  /// The session was just passivated. Nothing was changed; try again.
  case passivated
  /// The state has no navigation stack of this name now.
  case noStack(name: String?, known: [String])
  /// The journal has no snapshot of this version, which is given as the client named it.
  case forgottenVersion(String)

  // MARK: Changing
  /// The target of an action is missing from the state. Nothing was changed.
  ///
  /// `version` is the session's version, and `index` the position of the action in its batch.
  case staleElement(MissingTarget, version: Int, index: Int?)
  /// The session is not at the version that the condition demands. Nothing was changed.
  case versionMismatch
  /// The program sent an action, or a condition on the state, of other types than the feature has:
  /// which, as a noun phrase. Nothing was changed.
  case wrongTypes(_ what: String, feature: String)
  /// The key belongs to another request.
  case reusedKey
  /// The first request with the key is still being processed.
  case requestInProgress

  // MARK: Limits
  /// The directory has as many sessions as it may.
  case overCapacity
  /// The process has reached its limit of memory. Nothing was changed.
  case outOfMemory
  /// So many large requests wait that no other may. Nothing was changed.
  case overloaded
  /// The principal has reached a quota.
  case quotaExceeded(Quota, limit: Int)
  /// The storage can't count what the principal has stored.
  case unknownUsage

  // MARK: Storage
  /// The storage failed. The request may not have taken effect.
  case storage(StorageError)
  /// The process crashed twice while it processed the session, which is kept unchanged.
  case quarantined
  /// The stored session is kept, but can't be resumed: the reason as a clause.
  case unreadable(_ reason: String)
  /// The state has no JSON form.
  case stateNotEncodable(_ reason: String)
  /// The feature's view can't be evaluated.
  case screenNotAvailable(_ reason: String)

  /// Creates the error of a failed operation of the storage.
  package init(_ error: StorageError) {
    switch error {
    case .notFound: self = .unknownSession
    case .ended(let reason): self = .ended(SessionEndReason(stored: reason))
    case .quarantined: self = .quarantined
    case .unreadableRecord, .unknownFormat: self = .unreadable("its record is damaged.")
    // Another node, or an earlier life of this one, has processed the request.
    case .answerExists: self = .requestInProgress
    case .fenced, .owned, .unsuitable, .versionConflict, .full, .readOnly, .overloaded, .exists,
      .unavailable, .corrupted, .invalid:
      self = .storage(error)
    }
  }

  /// Runs a closure that throws only session errors, through functions with untyped throws.
  package static func only<Result>(_ body: () throws -> Result) throws(SessionError) -> Result {
    do {
      return try body()
    } catch let error as SessionError {
      throw error
    } catch {
      throw .invalidValue("\(error)")
    }
  }

  /// Returns the error for bytes that are not JSON, or have too many parts.
  static func malformedJSON(_ error: JSONSyntaxError) -> SessionError {
    switch error.code {
    case .tooLarge: .inputTooLarge(error.message)
    case .tooDeep, .tooMany: .inputTooComplex("\(error)", at: JSONPointer(error.path))
    default: .malformedJSON("\(error)")
    }
  }

  /// Returns the error for a value that could not be decoded.
  static func invalidValue(_ error: any Error) -> SessionError {
    guard let (path, reason) = (error as? DecodingError)?.context else {
      return .invalidValue("\(error)")
    }
    return .invalidValue(reason, at: JSONPointer(path))
  }
}

extension SessionError {
  /// The maximum number of characters of an ``excerpt``.
  private static let maximumTextLength = 200

  /// The description, or its beginning and end if it is long: it may repeat input of any length.
  var excerpt: String { Self.excerpt(of: description) }

  /// Returns a text, or its beginning and end if it is too long.
  package static func excerpt(of text: String) -> String {
    // Counts scalars, as a single character can be arbitrarily long.
    let characters = text.unicodeScalars
    guard text.utf8.count > maximumTextLength, characters.count > maximumTextLength else {
      return text
    }
    // Keeps the end: it usually says what the client can do.
    let end = maximumTextLength * 2 / 5
    var excerpt = String.UnicodeScalarView(characters.prefix(maximumTextLength - end - 3))
    excerpt.append(contentsOf: " … ".unicodeScalars)
    excerpt.append(contentsOf: characters.suffix(end))
    return String(excerpt)
  }
}

extension SessionError: CustomStringConvertible {
  /// The reason as one or more sentences.
  public var description: String {
    switch self {
    case .malformedJSON(let reason): "The input can't be read as JSON. \(reason)"
    case .inputTooLarge(let reason), .inputTooComplex(let reason, _), .invalidValue(let reason, _):
      reason
    case .stateTooLarge(let limit):
      "The session's state would have more than \(limit) bytes. Nothing was changed."
    case .stateNotAccepted(let feature):
      "Sessions of the feature \"\(feature)\" begin in its initial state, or in a link's state."
    case .invalidState(let refusal, let origin): origin.sentence(refusal)
    case .invalidLink(let feature, let link):
      "The feature \"\(feature)\" has no state for the link \"\(link)\"."
    case .unknownFeature(let name): "There is no feature \"\(name)\"."
    case .unknownSession: "There is no session with this id."
    case .ended(let reason): reason.explanation
    case .passivated: "The session was just passivated. Nothing was changed; try again."
    case .noStack(let name, let known):
      (name == nil
        ? "The session's state has no default navigation stack now."
        : "The session's state has no navigation stack of this name now.")
        + (known.isEmpty ? "" : " There are \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
    case .forgottenVersion(let version): "There is no snapshot of version \(version)."
    case .staleElement(let target, _, _): "\(target.message) Nothing was changed."
    case .versionMismatch: "The session is not at the version that the condition demands."
    case .reusedKey: "The key was used for another request."
    case .requestInProgress: "The first request with this key is still being processed."
    case .overloaded: "Too many large requests wait. Nothing was changed; try again."
    case .overCapacity: "The maximum number of sessions is reached."
    case .outOfMemory: "The process has reached its limit of memory. Nothing was changed."
    case .quotaExceeded(let quota, let limit):
      "The principal has reached its quota of \(quota.name), which is \(limit)."
    case .unknownUsage: "The stored sessions of this principal can't be counted now."
    case .storage(let error): "\(error)"
    case .quarantined:
      "The process crashed twice while it processed this session. The session is kept."
    case .wrongTypes(let what, let feature):
      "The type of \(what) is not that of the feature \"\(feature)\"."
    case .unreadable(let reason):
      "The session is kept, but this server can't resume it: \(reason)"
    case .stateNotEncodable(let reason), .screenNotAvailable(let reason): reason
    }
  }
}

extension DecodingError {
  /// The path at which decoding failed, and the reason.
  var context: (path: [any CodingKey], description: String)? {
    switch self {
    case .keyNotFound(let key, let context):
      (context.codingPath, "The member \"\(key.stringValue)\" is missing.")
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      (context.codingPath, context.debugDescription)
    case .valueNotFound(_, let context):
      (context.codingPath, "A value is expected, not null.")
    @unknown default: nil
    }
  }
}

extension SessionEndReason {
  /// The form in which the reason is stored: its name and, after a space, the digest of the request.
  var stored: String { request.map { "\(name) \(String($0, radix: 16))" } ?? name }

  /// Creates the reason from its stored form.
  package init(stored text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    if parts.count == 2, parts[0] == Self.deleted.name, let request = UInt64(parts[1], radix: 16) {
      self = .deleted(by: request)
      return
    }
    let name = text
    let known: [SessionEndReason] = [
      .deleted, .expired, .tooManyActions, .tooManyBytes, .tooManyEffects, .stateTooLarge,
    ]
    self = known.first { $0.name == name } ?? Self(name: name, explanation: "The session ended.")
  }
}
