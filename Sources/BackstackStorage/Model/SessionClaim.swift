/// A claim to a session: which session, by what right, and what the claimant wants to know of it.
public struct SessionClaim: Hashable, Sendable {
  /// What has to be so for a claim to succeed.
  public enum Right: Hashable, Sendable {
    /// The session is taken from its owner, without a condition.
    case any
    /// The session is taken only if its epoch is still this one: nobody has claimed it since the
    /// claimant learned the epoch. Otherwise the claim fails with
    /// ``StorageError/fenced(current:)`` and changes nothing.
    case unclaimed(since: UInt64)
  }

  /// The session's id.
  public var id: String
  /// The right by which the session is claimed.
  public var right: Right
  /// The largest number of entries that the result has, which are the newest ones of the journal;
  /// 0 or more.
  public var entryLimit: Int

  /// Creates a claim.
  public init(_ id: String, by right: Right = .any, entryLimit: Int = 0) {
    self.id = id
    self.right = right
    self.entryLimit = entryLimit
  }

  /// Checks that the right allows claiming a session. Each storage does this in the transaction of
  /// the claim.
  ///
  /// - Parameter epoch: The session's epoch before the claim.
  /// - Throws: ``StorageError/fenced(current:)``.
  public func check(against epoch: UInt64) throws(StorageError) {
    switch right {
    case .any: break
    case .unclaimed(let known):
      guard known == epoch else { throw .fenced(current: epoch) }
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

/// A session that was claimed, and the end of its journal. Both are of the same moment: the journal
/// ends at the version of the session, and no older owner can write to either any more.
public struct ClaimedSession: Hashable, Sendable {
  /// The session; its header has the new epoch.
  public var session: StoredSession
  /// The newest entries of the journal, with their snapshots.
  public var journal: JournalPage

  /// Creates the result of a claim.
  public init(session: StoredSession, journal: JournalPage) {
    self.session = session
    self.journal = journal
  }
}
