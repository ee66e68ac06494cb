#if SQLite

import BackstackStorage

/// When an entry was written, and how many bytes of the limit of its journal it has.
struct EntryMeasure: Equatable {
  let time: StorageTime
  let bytes: Int
}

/// What the writer remembers of the newest entries of a journal, so that it can trim them later without
/// reading them.
struct EntryMeasures {
  /// How many entries are remembered at most.
  static let limit = 128
  private var measures: [EntryMeasure] = []

  /// Notes the next entry.
  mutating func append(_ measure: EntryMeasure) {
    if measures.count == Self.limit { measures.removeFirst(Self.limit / 4) }
    measures.append(measure)
  }

  /// What is remembered of the entry that so many came after.
  func find(before count: UInt64) -> EntryMeasure? {
    count < UInt64(measures.count) ? measures[measures.count - 1 - Int(count)] : nil
  }

  /// Forgets entries that are trimmed: all but the newest ones.
  mutating func keep(_ count: UInt64) {
    if count < UInt64(measures.count) { measures.removeFirst(measures.count - Int(count)) }
  }
}

#endif
