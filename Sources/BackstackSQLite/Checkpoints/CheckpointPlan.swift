#if SQLite

/// The plan of when to checkpoint the write-ahead log, and on which thread.
///
/// The log restarts with the first commit that finds all of it checkpointed. If only another thread
/// checkpointed it while the writing thread continues, that would never happen; if the writing
/// thread did, all writes would wait. So another thread checkpoints most of the log, and the writing
/// thread only the rest, between two commits.
struct CheckpointPlan: Equatable {
  /// The next step of the writing thread, between two commits.
  enum Step: Equatable {
    /// A checkpoint on another thread, to be started.
    case checkpointInBackground
    /// A wait for the other thread's checkpoint before the next commit: it is too slow for the
    /// writes.
    case awaitBackground
    /// A checkpoint of the rest on the writing thread; it may wait for readers, so that the log
    /// restarts.
    case checkpointRest(waitsForReaders: Bool)
  }

  /// The multiple of the limit that may be added to the log since its last checkpoint before
  /// commits wait.
  static let maximumBacklog = 4
  /// The multiple of the limit from which the checkpoint waits for readers.
  static let readerWaitThreshold = 16

  /// The number of pages that are added to the log before it is checkpointed; at least 1.
  var limit: Int { didSet { limit = max(1, limit) } }
  /// The number of pages in the log at its last checkpoint; 0 if it has restarted since.
  private var start = 0
  /// The number of checkpointed pages when the running checkpoint began; `nil` if none is running.
  private var checkpointedBefore: Int?

  /// - Parameter limit: The number of pages that are added to the log before it is checkpointed; at
  ///   least 1.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Whether another thread is checkpointing.
  var isCheckpointing: Bool { checkpointedBefore != nil }

  /// Returns the step to take after a commit.
  ///
  /// - Parameter pages: The number of pages in the log now.
  mutating func wrote(pages: Int) -> Step? {
    let added = added(pages)
    if isCheckpointing { return added >= Self.maximumBacklog * limit ? .awaitBackground : nil }
    guard added >= limit else { return nil }
    checkpointedBefore = start
    return .checkpointInBackground
  }

  /// Returns the step to take after the other thread's checkpoint has ended.
  ///
  /// - Parameters:
  ///   - checkpointed: The number of checkpointed pages in the log; `nil` if the checkpoint failed.
  ///   - pages: The number of pages in the log now.
  mutating func backgroundEnded(_ checkpointed: Int?, pages: Int) -> Step? {
    let before = checkpointedBefore ?? 0
    checkpointedBefore = nil
    let added = added(pages)
    // All of it was checkpointed, and the log has restarted.
    guard added >= limit else { return nil }
    if let checkpointed, checkpointed > before, pages - checkpointed > limit / 8,
      added < Self.maximumBacklog * limit / 2
    {
      // So much was written meanwhile that the rest is still large.
      checkpointedBefore = checkpointed
      return .checkpointInBackground
    }
    // Includes what the other thread could not checkpoint.
    return .checkpointRest(waitsForReaders: pages >= Self.readerWaitThreshold * limit)
  }

  /// Records that the rest was checkpointed, or could not be. A failure is retried after as many
  /// new pages.
  mutating func restEnded(pages: Int) { start = pages }

  /// Returns the number of pages that were added since the last checkpoint.
  private mutating func added(_ pages: Int) -> Int {
    if pages < start { start = 0 }
    return pages - start
  }
}

#endif
