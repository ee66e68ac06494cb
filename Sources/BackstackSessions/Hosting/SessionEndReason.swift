/// The termination reason of a session. An open set.
public struct SessionEndReason: Sendable, Hashable {
  private struct Text {
    let name: String
    let explanation: String
    let request: UInt64?
  }

  private let text: SharedConstant<Text>
  /// The name of the reason in problems, metrics and the log.
  public var name: String { text.value.name }
  /// A sentence for clients that ask for the session.
  package var explanation: String { text.value.explanation }

  /// The digest of the request with a key that ended the session; `nil` if it had none.
  package var request: UInt64? { text.value.request }

  init(name: String, explanation: String, request: UInt64? = nil) {
    text = SharedConstant(Text(name: name, explanation: explanation, request: request))
  }

  /// A client ended the session.
  public static let deleted = Self(name: "deleted", explanation: "A client ended the session.")
  /// Returns the reason that a client ended the session by a request.
  ///
  /// - Parameter request: The digest of a request with a key; `nil` for one without.
  package static func deleted(by request: UInt64?) -> Self {
    guard let request else { return deleted }
    return Self(name: deleted.name, explanation: deleted.explanation, request: request)
  }
  /// No request came during the session's time to live.
  public static let expired = Self(
    name: "expired", explanation: "The session expired: no request came for too long.")
  /// The server stopped.
  public static let stopped = Self(name: "stopped", explanation: "The server stopped.")
  /// The session's effects sent more actions than ``EffectLimits/actionsPerSecond``.
  public static let tooManyActions = Self(
    name: "too-many-actions",
    explanation: "The session was ended because its effects sent more actions than they may.")
  /// The session's effects caused more bytes than ``EffectLimits/bytesPerSecond``.
  public static let tooManyBytes = Self(
    name: "too-many-bytes",
    explanation:
      "The session was ended because its effects changed more bytes within a second than they may.")
  /// More effects were in flight than ``EffectLimits/inFlight``.
  public static let tooManyEffects = Self(
    name: "too-many-effects",
    explanation: "The session was ended because it had more effects in flight than it may.")
  /// The session's effects made its state larger than ``SessionConfiguration/maximumStateBytes``.
  public static let stateTooLarge = Self(
    name: "state-too-large",
    explanation: "The session was ended because its state became larger than it may be.")

  /// The session was passivated; the next request activates it.
  package static let passivated = Self(
    name: "passivated", explanation: "The session was passivated.")
  /// The stream of events ended, but not the session: its state has no JSON form.
  static let notEncodable = Self(
    name: "state-not-encodable", explanation: "The state has no JSON form.")
  /// The stream of events ended, but not the session: its feature's view can't be evaluated.
  static let screenNotAvailable = Self(
    name: "screen-not-available", explanation: "The feature's view can't be evaluated.")

  /// Whether only what a stream of events would send is wrong: that may be right again.
  var isOfContent: Bool { self == .notEncodable || self == .screenNotAvailable }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
