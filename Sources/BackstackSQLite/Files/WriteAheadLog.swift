#if SQLite

import Glibc

/// The content of a write-ahead log.
///
/// The layout is described in SQLite's documentation of its file format, "The Write-Ahead Log".
/// Each frame, a page with a header, has a checksum that also covers all preceding frames.
struct WriteAheadLog {
  static let headerBytes = 32
  static let frameHeaderBytes = 24

  /// A closure that reads bytes from an offset on; it returns `nil` if there are fewer.
  let read: (_ offset: Int, _ count: Int) -> [UInt8]?

  /// Returns the offset of a frame; the first frame has the number 1.
  static func offset(ofFrame number: Int, _ pageSize: Int) -> Int {
    headerBytes + (number - 1) * (frameHeaderBytes + pageSize)
  }

  /// Returns whether all committed frames are intact.
  ///
  /// - Complexity: O(*n*) in the size of the log.
  func isWhole(through mark: LogMark) -> Bool {
    guard mark.frames > 0 else { return true }
    guard let header = read(0, Self.headerBytes) else { return false }
    let magic = Self.word(header[...], at: 0)
    guard magic & ~1 == 0x377F_0682, Self.salts(header, at: 16) == mark.salts else { return false }
    var sum = Sum(isBigEndian: magic & 1 == 1)
    sum.add(header[..<24])
    guard sum.isEqual(to: header[24...]) else { return false }
    for number in 1...mark.frames {
      let offset = Self.offset(ofFrame: number, mark.pageSize)
      guard let frame = read(offset, Self.frameHeaderBytes + mark.pageSize),
        Self.salts(frame, at: 8) == mark.salts
      else { return false }
      sum.add(frame[..<8])
      sum.add(frame[Self.frameHeaderBytes...])
      guard sum.isEqual(to: frame[16..<24]) else { return false }
    }
    return true
  }

  /// Returns whether the header of a frame is present.
  func hasFrame(_ number: Int, of mark: LogMark) -> Bool {
    guard let head = read(Self.offset(ofFrame: number, mark.pageSize), Self.frameHeaderBytes)
    else { return false }
    return Self.salts(head, at: 8) == mark.salts
  }

  /// Returns whether the log has all pages of the database that a file of some size lacks.
  /// Checkpointed frames don't count: SQLite reads their pages from the file.
  ///
  /// - Complexity: O(*n*) in the number of frames; nothing is read if the file has all pages.
  func hasPages(after fileBytes: Int, _ mark: LogMark) -> Bool {
    guard mark.databaseBytes > fileBytes, mark.pageSize > 0 else { return true }
    var missing = Set((fileBytes / mark.pageSize + 1)...mark.pages)
    for number in stride(from: mark.frames, to: mark.checkpointedFrames, by: -1) {
      guard let head = read(Self.offset(ofFrame: number, mark.pageSize), 4) else { return false }
      missing.remove(Int(Self.word(head[...], at: 0)))
      if missing.isEmpty { return true }
    }
    return false
  }

  /// Returns the salts, which change when the log restarts, in the log's byte order.
  private static func salts(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    // Sound: the caller has read at least eight bytes after the offset.
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }

  /// Returns a big-endian number of four bytes.
  private static func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt32 {
    bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  private struct Sum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: Bytes whose number is a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          // Sound: at least eight bytes are left.
          let low = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let high = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          first &+= (isBigEndian ? low.bigEndian : low.littleEndian) &+ second
          second &+= (isBigEndian ? high.bigEndian : high.littleEndian) &+ first
        }
      }
    }

    func isEqual(to bytes: ArraySlice<UInt8>) -> Bool {
      WriteAheadLog.word(bytes, at: 0) == first && WriteAheadLog.word(bytes, at: 4) == second
    }
  }
}

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
