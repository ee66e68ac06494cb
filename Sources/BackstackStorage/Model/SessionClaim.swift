/// A claim to a session: which session, which node claims it and by what right, and what the
/// claimant wants to know of it.
public struct SessionClaim: Hashable, Sendable {
  /// The condition under which a claim succeeds.
  public enum Right: Hashable, Sendable {
    /// The session is taken from its owner, without a condition.
    case any
    /// The session is taken only if its epoch is still this one: nobody has claimed it since the
    /// claimant learned the epoch. Otherwise the claim fails with
    /// ``StorageError/fenced(current:)`` and changes nothing.
    case unclaimed(since: UInt64)
    /// The session is taken only if no live node has it: it belongs to no node, to the claimant
    /// itself, or to a dead node. Otherwise the claim fails with ``StorageError/owned(node:epoch:)``
    /// and changes nothing.
    case unowned(DeadNodes)
    /// The session is taken only if this node still has it under this epoch: the node has consented
    /// to give it away, and has neither claimed it again nor given it to another node since.
    /// Otherwise the claim fails with ``StorageError/owned(node:epoch:)`` and changes nothing.
    case consented(by: UInt64, epoch: UInt64)
  }

  /// The session's id.
  public var id: String
  /// The number of the node that claims the session; 0 for a server that has the storage for itself.
  public var node: UInt64
  /// The right by which the session is claimed.
  public var right: Right
  /// The maximum number of entries that the result has, which are the newest ones of the journal;
  /// 0 or more.
  public var entryLimit: Int
  /// The fingerprints of the states that the claimant has to leave to other nodes, which can read
  /// them. The claim of such a session fails with ``StorageError/unsuitable(fingerprint:node:epoch:)`` and
  /// changes nothing.
  public var avoided: Set<String>

  /// Creates a claim.
  public init(
    _ id: String, for node: UInt64 = 0, by right: Right = .any, entryLimit: Int = 0,
    avoiding avoided: Set<String> = []
  ) {
    self.id = id
    self.node = node
    self.right = right
    self.entryLimit = entryLimit
    self.avoided = avoided
  }

  /// Checks that the right allows claiming a session, and that the claimant wants it. Each storage
  /// does this in the transaction of the claim.
  ///
  /// - Parameter header: The session before the claim.
  /// - Throws: ``StorageError/fenced(current:)``, ``StorageError/owned(node:epoch:)`` or
  ///   ``StorageError/unsuitable(fingerprint:node:epoch:)``.
  public func check(against header: SessionHeader) throws(StorageError) {
    switch right {
    case .any: break
    case .unclaimed(let known):
      guard known == header.epoch else { throw .fenced(current: header.epoch) }
    case .unowned(let dead):
      guard header.node == 0 || header.node == node || dead.contains(header.node) else {
        throw .owned(node: header.node, epoch: header.epoch)
      }
    case .consented(let owner, let epoch):
      guard header.node == owner, header.epoch == epoch else {
        throw .owned(node: header.node, epoch: header.epoch)
      }
    }
    guard !avoided.contains(header.fingerprint) else {
      throw .unsuitable(
        fingerprint: header.fingerprint, node: header.node, epoch: header.epoch)
    }
  }

  /// Returns the version at which the entries of the result begin, unless the journal begins later.
  ///
  /// - Parameter latest: The version of the session.
  package func firstVersion(upTo latest: UInt64) -> UInt64 {
    let limit = UInt64(max(0, entryLimit))
    return latest < limit ? 0 : latest - limit + 1
  }
}

/// The nodes that never come back: a node that starts again has another number.
///
/// The claimant names those that live, as they are few: all others whose numbers it knows to be
/// given are dead, or have left.
public struct DeadNodes: Hashable, Sendable {
  /// The number below which the claimant knows all nodes.
  public var below: UInt64
  /// The nodes that live.
  public var living: Set<UInt64>

  /// Creates the set of all nodes with a number below `below`, without those that live.
  public init(below: UInt64 = 0, except living: Set<UInt64> = []) {
    self.below = below
    self.living = living
  }

  /// Returns whether a node is dead.
  public func contains(_ node: UInt64) -> Bool { node < below && !living.contains(node) }
}

/// A session that was claimed, and the end of its journal. Both are of the same moment: the journal
/// ends at the version of the session, and no older owner can write to either any more.
public struct ClaimedSession: Hashable, Sendable {
  /// The session; its header has the new epoch, and the node that claimed it.
  public var session: StoredSession
  /// The newest entries of the journal, with their snapshots.
  public var journal: JournalPage

  /// Creates the result of a claim.
  public init(session: StoredSession, journal: JournalPage) {
    self.session = session
    self.journal = journal
  }
}
