/// The values that override defaults.
///
/// The array has no spare capacity: there are few overrides, and each store has its own.
struct DependencyOverrides: Sendable {
  private struct Entry {
    let key: ObjectIdentifier
    var value: any Sendable
  }

  private var entries: [Entry] = []

  /// The value of a key, if there is one.
  ///
  /// - Complexity: O(overrides).
  subscript(key: ObjectIdentifier) -> (any Sendable)? {
    // By index: copying each entry on the way would cost more than the search.
    for index in entries.indices where entries[index].key == key { return entries[index].value }
    return nil
  }

  /// Sets the value of a key.
  mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
    if let index = entries.indices.first(where: { entries[$0].key == key }) {
      entries[index].value = value
    } else {
      entries.reserveCapacity(entries.count + 1)
      entries.append(Entry(key: key, value: value))
    }
  }

  /// Returns these overrides, replaced by those of `newer` where both have one.
  ///
  /// - Complexity: O(1) when one of them has none or they are the same, else O(*n* *m*).
  func merging(_ newer: Self) -> Self {
    if entries.isEmpty || newer.isCopy(of: self) { return newer }
    var merged = self
    for entry in newer.entries { merged.set(entry.value, for: entry.key) }
    return merged
  }

  /// Returns whether the two share their storage: nothing was set since one was copied from the
  /// other.
  private func isCopy(of other: Self) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      other.entries.withUnsafeBufferPointer { $0.baseAddress == entries.baseAddress }
    }
  }
}
