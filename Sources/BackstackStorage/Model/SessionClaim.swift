/// A claim to a session: which session, which node claims it and by what right, and what the
/// claimant wants to know of it.
public struct SessionClaim: Hashable, Sendable {
  /// What has to be so for a claim to succeed.
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
  /// The largest number of entries that the result has, which are the newest ones of the journal;
  /// 0 or more.
  public var entryLimit: Int

  /// Creates a claim.
  public init(_ id: String, for node: UInt64 = 0, by right: Right = .any, entryLimit: Int = 0) {
    self.id = id
    self.node = node
    self.right = right
    self.entryLimit = entryLimit
  }

  /// Checks that the right allows claiming a session. Each storage does this in the transaction of
  /// the claim.
  ///
  /// - Parameter header: The session before the claim.
  /// - Throws: ``StorageError/fenced(current:)`` or ``StorageError/owned(node:epoch:)``.
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
public struct DeadNodes: Hashable, Sendable {
  /// The number below which all nodes are dead.
  public var below: UInt64
  /// The numbers of other dead nodes.
  public var numbers: Set<UInt64>

  /// Creates a set of dead nodes.
  public init(below: UInt64 = 0, _ numbers: Set<UInt64> = []) {
    self.below = below
    self.numbers = numbers
  }

  /// Returns whether a node is dead.
  public func contains(_ node: UInt64) -> Bool { node < below || numbers.contains(node) }
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
