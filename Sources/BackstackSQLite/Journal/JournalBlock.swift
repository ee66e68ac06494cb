#if SQLite

import BackstackStorage

/// A part of a journal: the rows of its entries from a version on.
///
/// The last block of a journal is stored in the session's row until it is full. So an entry doesn't
/// write to an index each time, and trimmed entries are removed a block at a time.
struct JournalBlock {
  let version: UInt64
  let rows: EntryRows

  /// The length of blocks: they begin at multiples of it, except a journal's first block and those
  /// that a large entry begins.
  static let length: UInt64 = 32
  /// The number of stored bytes from which an entry begins a block, so that those before it are
  /// removed soon after they are trimmed, and the snapshots after a large one can be stored as
  /// differences from it.
  static let largeEntry = 4096

  static func begins(withBytes count: Int) -> Bool { count >= largeEntry }

  static func ends(with version: UInt64) -> Bool { version % length == length - 1 }

  /// The version at which the next block begins.
  var end: UInt64 { version + UInt64(rows.count) }

  func contains(_ version: UInt64) -> Bool { (self.version..<end).contains(version) }

  /// - Returns: `nil` if the columns are damaged.
  private init?(_ row: borrowing SQLiteRow) {
    guard let version = row.number(0), let first = row.integer(1), let gaps = row.blob(2),
      let rows = EntryRows(first: first, gaps: gaps)
    else { return nil }
    self.init(version: version, rows: rows)
  }

  init(version: UInt64, rows: EntryRows) {
    self.version = version
    self.rows = rows
  }

  func insert(of key: Int64, in connection: SQLiteConnection) throws(StorageError) {
    try connection.run(
      "INSERT INTO block (key, version, first, gaps) VALUES (?, ?, ?, ?)",
      [.integer(key), .integer(version), .integer(rows.first), .blob(rows.gaps)])
  }

  /// Returns the block that contains the entry of a version.
  ///
  /// - Returns: `nil` if the block is damaged or missing.
  static func find(
    _ version: UInt64, of session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) -> JournalBlock? {
    if let last = session.lastBlock, version >= last.version { return last }
    return try connection.first(
      """
      SELECT version, first, gaps FROM block WHERE key = ? AND version <= ?
      ORDER BY version DESC LIMIT 1
      """, [.integer(session.key), .integer(version)], { JournalBlock($0) }
    ) ?? nil
  }

  /// Returns the rows of a number of entries, from a version on.
  ///
  /// - Returns: Fewer rows if blocks are damaged.
  /// - Complexity: O(*n*) in the number of entries and the length of a block.
  static func rows(
    from version: UInt64, count: Int, of session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) -> [Int64] {
    var rows: [Int64] = []
    var next = version
    while rows.count < count, let block = try find(next, of: session, in: connection),
      block.contains(next)
    {
      rows += block.rows.rows[Int(next - block.version)...].prefix(count - rows.count)
      next = block.end
    }
    return rows
  }
}

/// The rows of consecutive entries of a journal. Rows of other sessions may be between them.
///
/// Stored as the first row and, in LEB128, the number of other sessions' rows before each further
/// one.
struct EntryRows: Equatable {
  private(set) var first: Int64
  private(set) var gaps: [UInt8] = []
  /// The number of rows, at least 1.
  private(set) var count = 1
  private(set) var last: Int64

  init(_ first: Int64) {
    self.first = first
    last = first
  }

  /// Creates rows from their stored form.
  ///
  /// - Returns: `nil` if the stored form is invalid.
  init?(first: Int64, gaps: [UInt8]) {
    self.init(first)
    var (gap, shift) = (0 as UInt64, 0 as UInt64)
    for byte in gaps {
      guard shift < 63 else { return nil }
      gap |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      let (row, overflows) = last.addingReportingOverflow(Int64(bitPattern: gap))
      guard !overflows, gap < UInt64(Int64.max), row < Int64.max else { return nil }
      last = row + 1
      count += 1
      (gap, shift) = (0, 0)
    }
    guard shift == 0 else { return nil }
    self.gaps = gaps
  }

  /// Adds the row of the next entry, which is greater than the last one.
  mutating func append(_ row: Int64) {
    var gap = UInt64(bitPattern: row &- last &- 1)
    while gap >= 0x80 {
      gaps.append(UInt8(truncatingIfNeeded: gap) | 0x80)
      gap >>= 7
    }
    gaps.append(UInt8(gap))
    last = row
    count += 1
  }

  /// All rows.
  var rows: [Int64] {
    var rows = [first]
    rows.reserveCapacity(count)
    var (gap, shift) = (0 as Int64, 0 as Int64)
    for byte in gaps {
      gap |= Int64(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      rows.append(rows[rows.count - 1] + gap + 1)
      (gap, shift) = (0, 0)
    }
    return rows
  }
}

#endif
