import BackstackHTTP

/// The maximum usage of each principal; `nil`, the default, for no maximum.
///
/// The quotas count the sessions that a principal has created, whichever client uses them. Sessions
/// without an owner are not limited. Reading and deleting are always possible.
public struct PrincipalQuotas: Sendable, Hashable {
  /// The sessions that have not ended, including stored ones. A creation beyond the quota gets 403.
  public var sessions: Int?
  /// The approximate bytes of stored states and histories. Once they reach the quota, creations,
  /// actions and restores get 403; the request that reaches it may exceed it by as much as it
  /// stores. Without a storage, the quota has no effect.
  public var storedBytes: Int?
  /// The open streams of events. A stream beyond the quota gets 429.
  public var streams: Int?
  /// The effects in flight. Once they reach the quota, creations and actions get 429; the request
  /// that reaches it may exceed it by as many as it starts, up to ``EffectLimits/inFlight``.
  public var effects: Int?

  /// Creates quotas without a maximum.
  public init() {}

  var isNone: Bool { self == PrincipalQuotas() }
}

/// A quota that a principal can reach.
enum Quota: Int, Sendable, CaseIterable {
  case sessions, storedBytes, streams, effects

  /// The label of the quota in the metrics.
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
  /// Returns the refusal of a request: 403 for quotas that only ending sessions frees, 429 for
  /// those that free themselves.
  static func exceeded(_ quota: Quota, _ limit: Int) -> Problem {
    switch quota {
    case .sessions:
      return Problem(
        .quotaExceeded, "This client has \(limit) sessions, which is the maximum. Delete one."
      )
    case .storedBytes:
      return Problem(
        .quotaExceeded,
        "The sessions of this client take \(limit) bytes, which is the maximum. Delete one.")
    case .streams: return tooManyAtOnce("follows \(limit) sessions at once")
    case .effects: return tooManyAtOnce("has \(limit) effects or more in flight")
    }
  }

  private static func tooManyAtOnce(_ what: String) -> Problem {
    var problem = Problem(
      .tooManyAtOnce, "This client \(what), which is the maximum. Try again later.")
    problem.fields.set(.retryAfter, "1")
    return problem
  }
}
