import BackstackStorage
import FoundationEssentials

extension SessionJournal {
  /// Returns the entries after a version in the form in which they are stored. Forgotten ones are
  /// stored as entries without an action.
  ///
  /// - Parameter now: Returns the current date.
  /// - Complexity: O(versions + size of their actions and states).
  func stored(after version: Int, now: () -> Date) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    entries.reserveCapacity(max(0, latest - version))
    if version + 1 < oldest {
      let time = StorageTime(now())
      let record = StoredRecord.record(
        .effect(of: nil), effects: 0, action: JournaledAction(bytes: []))
      for forgotten in (version + 1)..<oldest {
        entries.append(JournalEntry(version: UInt64(forgotten), time: time, record: record))
      }
    }
    visit(after: version) { version, record, action in
      entries.append(
        JournalEntry(
          version: UInt64(version), time: StorageTime(seconds: record.time),
          record: StoredRecord.record(
            record.cause, effects: Int(record.effects), action: JournaledAction(bytes: action))))
    }
    for index in entries.indices {
      entries[index].snapshot = snapshot(of: Int(entries[index].version))
    }
    return entries
  }
}
