#if SQLite

/// When what is in the log of changes is moved into the file, and by whom.
///
/// The log begins anew with the commit that finds all of it moved. Beside the thread that writes that
/// never comes to be while it goes on, and on that thread everybody waits meanwhile. So another thread
/// moves most of it, and the one that writes only moves the rest, between two commits.
struct CheckpointPlan: Equatable {
  /// What the thread that writes is to do between two commits.
  enum Step: Equatable {
    /// Another thread is to move what is in the log.
    case moveBeside
    /// It is too slow for what is written: the next commit waits until it is done.
    case awaitBeside
    /// All that is not moved yet is; perhaps who reads is waited for, so that the log begins anew.
    case moveRest(waitsForReaders: Bool)
  }

  /// The log can have so many times the limit more than when it was moved before commits wait.
  static let mostAhead = 4
  /// Readers are waited for when the log has so many times the limit.
  static let mostInAll = 16

  /// How many pages are written to the log until they are moved; at least 1.
  var limit: Int { didSet { limit = max(1, limit) } }
  /// How many pages the log had when all that could be was moved, unless it has begun anew since.
  private var start = 0
  /// How many pages of the log were in the file when what is under way began; `nil` when nothing is.
  private var movedBefore: Int?

  /// - Parameter limit: How many pages are written to the log until they are moved; at least 1.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Whether another thread moves something.
  var isMovingBeside: Bool { movedBefore != nil }

  /// Something was written.
  ///
  /// - Parameter pages: How many pages the log has now.
  mutating func wrote(pages: Int) -> Step? {
    let added = added(pages)
    if isMovingBeside { return added >= Self.mostAhead * limit ? .awaitBeside : nil }
    guard added >= limit else { return nil }
    movedBefore = start
    return .moveBeside
  }

  /// The other thread is done.
  ///
  /// - Parameters:
  ///   - moved: How many of the log's pages are in the file; `nil` when it has failed.
  ///   - pages: How many the log has now.
  mutating func movedBeside(_ moved: Int?, pages: Int) -> Step? {
    let before = movedBefore ?? 0
    movedBefore = nil
    let added = added(pages)
    // It was all, and the log has begun anew.
    guard added >= limit else { return nil }
    if let moved, moved > before, pages - moved > limit / 8, added < Self.mostAhead * limit / 2 {
      // So much was written meanwhile that the rest is still a lot.
      movedBefore = moved
      return .moveBeside
    }
    // What the other thread could not do is done, too.
    return .moveRest(waitsForReaders: pages >= Self.mostInAll * limit)
  }

  /// The rest was moved, or could not be, which is tried again when as much was written again.
  mutating func movedRest(pages: Int) { start = pages }

  /// How many pages were added since the log was moved.
  private mutating func added(_ pages: Int) -> Int {
    if pages < start { start = 0 }
    return pages - start
  }
}

#endif
