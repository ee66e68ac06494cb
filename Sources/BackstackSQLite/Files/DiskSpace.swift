#if SQLite

import Glibc

/// The disk space for a file and its log, and the share that each may take.
///
/// The log can only be checkpointed if the file has room to grow. A log that filled the disk would
/// therefore stay forever. So the log restarts earlier, and the file grows in steps that leave
/// room.
struct DiskSpace: Equatable {
  /// The number of available bytes from which on there are no limits.
  static let ample = 1 << 30
  /// The number of bytes that the file leaves free, so that sessions can still be ended and
  /// removed.
  static let reserve = 1 << 20
  /// The maximum size of a restarted log in bytes.
  static let maximumLog = 64 << 20
  /// The approximate number of bytes that a write adds to the log in addition to its own: changed
  /// pages.
  private static let writeOverhead = 48 << 10

  /// The number of free bytes on the disk.
  var free: Int
  /// The sizes of the file and the log in bytes.
  var main: Int
  var log: Int
  var pageSize: Int
  /// The number of bytes by which a checkpoint lets the file grow; `nil` if all pages are
  /// checkpointed.
  var growth: Int?

  /// The number of bytes that the log and the growth of the file may take together.
  private var left: Int { free + log }
  private var frameSize: Int { pageSize + WriteAheadLog.frameHeaderBytes }

  /// Whether the log and the file are to be limited.
  var isScarce: Bool { left < Self.ample }

  /// Returns the number of pages that are added to the log before it is checkpointed. Four times as
  /// many may be added until it is done, which take half of the space.
  func logPages(atMost limit: Int) -> Int {
    guard isScarce else { return limit }
    return max(1, min(limit, left / (2 * CheckpointPlan.maximumBacklog * frameSize)))
  }

  /// Whether the log has to be checkpointed before the next write: it has grown while a reader
  /// prevented that, and soon there would be no room left for its pages.
  var mustRestartLog: Bool {
    guard isScarce, let growth else { return false }
    return free < growth + left / 8
  }

  /// The number of bytes of the log that stay on the disk when it restarts.
  var logBytes: Int {
    isScarce ? min(Self.maximumLog, left / 2) : Self.maximumLog
  }

  /// Returns the maximum number of bytes of a commit's writes; a single write may be larger.
  func batchBytes(atMost limit: Int) -> Int {
    isScarce ? max(1, min(limit, left / 8)) : limit
  }

  /// Returns the maximum number of writes in a commit.
  func batchCount(atMost limit: Int) -> Int {
    isScarce ? max(1, min(limit, left / (8 * Self.writeOverhead))) : limit
  }

  /// Returns the maximum number of pages of the database, including those that are only in the log.
  /// The database may grow by a quarter of the space, so that there is room for a checkpoint.
  ///
  /// - Parameter bytes: The configured largest size in bytes.
  func databasePages(atMost bytes: Int?) -> Int {
    let maximum = bytes.map { max(1, $0 / pageSize) } ?? Int(UInt32.max) - 1
    guard isScarce else { return maximum }
    return max(1, min(maximum, (main + max(0, left - Self.reserve) / 4) / pageSize))
  }

  /// Returns the number of free bytes on the disk that contains a file; `nil` if it is unknown.
  static func free(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    // The log is added to it.
    return min(isTooMuch ? .max : bytes, .max / 2)
  }
}

#endif
