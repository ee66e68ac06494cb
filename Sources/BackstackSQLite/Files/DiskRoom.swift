#if SQLite

import Glibc

/// How much room there is for a file and its log, and what of it each may take.
///
/// What is in the log can only be moved into the file when that has room to grow. So a log that may fill
/// the disk would stay there for good: it begins anew before, and the file grows in steps that leave room.
struct DiskRoom: Equatable {
  /// With so many bytes left, or more, nothing is bounded.
  static let ample = 1 << 30
  /// How many bytes the file leaves, so that sessions can still be ended and removed.
  static let reserve = 1 << 20
  /// How many bytes the log keeps at most when it begins anew.
  static let largestLog = 64 << 20
  /// About how many bytes a write adds to the log beside what it has: the pages that it changes.
  private static let writeOverhead = 48 << 10

  /// How many bytes there are for whoever wants them.
  var free: Int
  /// How many bytes the file and the log have.
  var main: Int
  var log: Int
  var pageSize: Int
  /// How many bytes the file is to grow by when the log is moved; `nil` when all of it is moved.
  var growth: Int?

  /// How many bytes the file and the log may take beside what the file has.
  private var left: Int { free + log }
  private var frameSize: Int { pageSize + ChangeLog.frameHeaderBytes }

  /// Whether the log and the file are to be bounded.
  var isScarce: Bool { left < Self.ample }

  /// How many pages are written to the log until they are moved. Four times as many may come until they
  /// are: half of what is left.
  func logPages(atMost limit: Int) -> Int {
    guard isScarce else { return limit }
    return max(1, min(limit, left / (2 * CheckpointPlan.mostAhead * frameSize)))
  }

  /// Whether what is in the log has to be moved before more is written, as it has grown while somebody
  /// read, and there will be no room for it later.
  var mustMoveLog: Bool {
    guard isScarce, let growth else { return false }
    return free < growth + left / 8
  }

  /// How many bytes of the log stay on the disk when it begins anew.
  var logBytes: Int {
    isScarce ? min(Self.largestLog, left / 2) : Self.largestLog
  }

  /// How many bytes the writes of a commit have together at most, if there is more than one.
  func batchBytes(atMost limit: Int) -> Int {
    isScarce ? max(1, min(limit, left / 8)) : limit
  }

  /// How many writes a commit has at most.
  func batchCount(atMost limit: Int) -> Int {
    isScarce ? max(1, min(limit, left / (8 * Self.writeOverhead))) : limit
  }

  /// How many pages the database may have, those included that are in the log only: a quarter of what is
  /// left more than the file has, so that there is room for them when they are moved there.
  ///
  /// - Parameter bytes: How many bytes it may have at most anyway.
  func databasePages(atMost bytes: Int?) -> Int {
    let most = bytes.map { max(1, $0 / pageSize) } ?? Int(UInt32.max) - 1
    guard isScarce else { return most }
    return max(1, min(most, (main + max(0, left - Self.reserve) / 4) / pageSize))
  }

  /// How many bytes are free on the disk that a file is on; `nil` when that is not known.
  static func free(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }
}

#endif
