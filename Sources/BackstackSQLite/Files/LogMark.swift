#if SQLite

import Glibc

/// The end of the write-ahead log, according to its index.
///
/// The layout of the index is described in SQLite's documentation, "The WAL-Index File Format"; it
/// has the byte order of the machine.
struct LogMark: Equatable {
  /// The number of bytes in the index before the page numbers.
  static let indexBytes = 136
  private static let headerBytes = 48

  /// The number of pages that were committed to the log since it restarted.
  let frames: Int
  /// The number of these pages that are checkpointed.
  let checkpointedFrames: Int
  /// The number of pages of the database.
  let pages: Int
  /// The size of a page in bytes.
  let pageSize: Int
  /// The salts of the log, which change when it restarts, in the log's byte order.
  let salts: UInt64

  /// - Parameter index: The first bytes of the index.
  /// - Returns: `nil` if the index has to be rebuilt, or is being changed.
  init?(index: UnsafeRawBufferPointer) {
    guard index.count >= Self.indexBytes, let start = index.baseAddress,
      // The two copies of the header differ while it is changed. Sound: both copies are in bounds.
      memcmp(start, start + Self.headerBytes, Self.headerBytes) == 0, index[12] == 1
    else { return nil }
    func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
      // Sound: the last offset that is read is 96, and there are 136 bytes.
      Int(clamping: index.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
    let size = number(UInt16.self, at: 14)
    pageSize = size == 1 ? 65536 : size
    frames = number(UInt32.self, at: 16)
    pages = number(UInt32.self, at: 20)
    salts = index.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    checkpointedFrames = number(UInt32.self, at: 96)
  }

  /// Whether the log has pages that are not checkpointed.
  var isNeeded: Bool { frames > checkpointedFrames }

  /// The smallest size of the log in bytes.
  var byteCount: Int { frames == 0 ? 0 : WriteAheadLog.offset(ofFrame: frames + 1, pageSize) }

  /// The size of the database in bytes.
  var databaseBytes: Int { pages * pageSize }
}

#endif
