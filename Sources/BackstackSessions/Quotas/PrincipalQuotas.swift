/// The maximum usage of each principal; `nil`, the default, for no maximum.
///
/// The quotas count the sessions that a principal has created, whichever client uses them. Sessions
/// without an owner are not limited. Reading and deleting are always possible.
public struct PrincipalQuotas: Sendable, Hashable {
  /// The sessions that have not ended, including stored ones. A creation beyond the quota is refused.
  public var sessions: Int?
  /// The approximate bytes of stored states, histories and answers. Once they reach the quota, creations,
  /// actions and restores are refused; the request that reaches it may exceed it by as much as it
  /// stores. Without a storage, the quota has no effect.
  public var storedBytes: Int?
  /// The open streams of events. A stream beyond the quota is refused.
  public var streams: Int?
  /// The effects in flight. Once they reach the quota, creations and actions are refused; the request
  /// that reaches it may exceed it by as many as it starts, up to ``EffectLimits/inFlight``.
  public var effects: Int?

  /// Creates quotas without a maximum.
  public init() {}

  var isNone: Bool { self == PrincipalQuotas() }
}

/// A quota that a principal can reach.
public enum Quota: Int, Sendable, CaseIterable {
  case sessions, storedBytes, streams, effects

  /// The label of the quota in the metrics.
  public var name: String {
    switch self {
    case .sessions: "sessions"
    case .storedBytes: "stored-bytes"
    case .streams: "streams"
    case .effects: "effects"
    }
  }
}
