#if SQLite

import Glibc

/// How far the log of changes goes, as its index says it.
///
/// The index is laid out as SQLite's documentation of the format of logs says, "The WAL-Index File
/// Format", in the byte order of the machine.
struct LogMark: Equatable {
  /// How many bytes the index has before the numbers of pages.
  static let indexBytes = 136
  private static let headerBytes = 48

  /// How many pages were committed to the log since it began anew.
  let frames: Int
  /// How many of them are in the file.
  let movedFrames: Int
  /// How many pages the database has.
  let pages: Int
  /// How many bytes a page has.
  let pageSize: Int
  /// What tells the log from what it was before it began anew, as it has it.
  let salts: UInt64

  /// - Parameter index: The first bytes of the index.
  /// - Returns: `nil` for an index that is to be made anew, or is being changed.
  init?(index: UnsafeRawBufferPointer) {
    guard index.count >= Self.indexBytes, let start = index.baseAddress,
      // It has two copies, which differ while it is changed. Sound: there are as many bytes.
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
    movedFrames = number(UInt32.self, at: 96)
  }

  /// Whether the log has what is not in the file.
  var isNeeded: Bool { frames > movedFrames }

  /// How many bytes the log has at least.
  var byteCount: Int { frames == 0 ? 0 : ChangeLog.offset(ofFrame: frames + 1, pageSize) }

  /// How many bytes the database has.
  var databaseBytes: Int { pages * pageSize }
}

#endif
