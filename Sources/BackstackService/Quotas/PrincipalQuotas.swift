import BackstackHTTP

/// How much each principal may have at a time; `nil` for any number, which is the default.
///
/// They hold for sessions that a principal has created, whoever uses them, and not for sessions that nobody
/// owns. Reading and deleting is always possible.
public struct PrincipalQuotas: Sendable, Hashable {
  /// Sessions that have not ended, stored ones included. A creation beyond it is answered 403.
  public var sessions: Int?
  /// Bytes of stored states and histories, about. With so many, creations, actions and restores are
  /// answered 403; one that comes before may exceed it by what it stores. Without a storage it has no
  /// meaning.
  public var storedBytes: Int?
  /// Streams of events that the principal has open. One more is answered 429.
  public var streams: Int?
  /// Effects in flight. With so many, creations and actions are answered 429; one that comes before may
  /// exceed it by what it starts, up to ``EffectLimits/inFlight``.
  public var effects: Int?

  /// No quotas.
  public init() {}

  var isNone: Bool { self == PrincipalQuotas() }
}

/// What a principal has as much of as it may.
enum Quota: Int, Sendable, CaseIterable {
  case sessions, storedBytes, streams, effects

  /// The label in the metrics.
  var name: String {
    switch self {
    case .sessions: "sessions"
    case .storedBytes: "stored-bytes"
    case .streams: "streams"
    case .effects: "effects"
    }
  }
}

extension Problem {
  /// The refusal of a request: 403 for what stays until the client ends sessions, 429 for what passes.
  static func exceeded(_ quota: Quota, _ limit: Int) -> Problem {
    switch quota {
    case .sessions:
      return Problem(
        .quotaExceeded, "This client has \(limit) sessions, which is as many as it may. Delete one."
      )
    case .storedBytes:
      return Problem(
        .quotaExceeded,
        "The sessions of this client take the \(limit) bytes that they may. Delete one.")
    case .streams: return tooManyAtOnce("follows \(limit) sessions at once")
    case .effects: return tooManyAtOnce("has \(limit) effects or more in flight")
    }
  }

  private static func tooManyAtOnce(_ what: String) -> Problem {
    var problem = Problem(
      .tooManyAtOnce, "This client \(what), which is as many as it may. Try again later.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }
}
