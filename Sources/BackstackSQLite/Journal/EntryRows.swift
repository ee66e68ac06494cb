#if SQLite

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
