#if SQLite

import BackstackStorage

/// The time of an entry, and the number of bytes that count towards its journal's limit.
struct EntryMeasure: Equatable {
  let time: StorageTime
  let bytes: Int
}

/// The measures of the newest entries of a journal, so that the writer can trim them later without
/// reading them.
struct EntryMeasures {
  /// The largest number of remembered entries.
  static let limit = 128
  private var measures: [EntryMeasure] = []

  /// Adds the measure of the next entry.
  mutating func append(_ measure: EntryMeasure) {
    if measures.count == Self.limit { measures.removeFirst(Self.limit / 4) }
    measures.append(measure)
  }

  /// Returns the measure of the entry that is followed by `count` entries.
  func find(before count: UInt64) -> EntryMeasure? {
    count < UInt64(measures.count) ? measures[measures.count - 1 - Int(count)] : nil
  }

  /// Forgets all but the newest entries, because the others are trimmed.
  mutating func keep(_ count: UInt64) {
    if count < UInt64(measures.count) { measures.removeFirst(measures.count - Int(count)) }
  }
}

#endif
