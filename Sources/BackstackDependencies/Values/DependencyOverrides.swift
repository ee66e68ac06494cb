/// The values that take the place of defaults.
///
/// An array with no more room than it needs: there are few of them, and each store has its own.
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
    // By their places: a copy of each that it is not would cost more than all of this.
    for index in entries.indices where entries[index].key == key { return entries[index].value }
    return nil
  }

  /// Gives a key a value.
  mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
    if let index = entries.indices.first(where: { entries[$0].key == key }) {
      entries[index].value = value
    } else {
      entries.reserveCapacity(entries.count + 1)
      entries.append(Entry(key: key, value: value))
    }
  }

  /// These with those of `newer` in their place.
  ///
  /// - Complexity: O(1) when one of them has none or they are the same, else O(*n* *m*).
  func merging(_ newer: Self) -> Self {
    if entries.isEmpty || newer.isCopy(of: self) { return newer }
    var merged = self
    for entry in newer.entries { merged.set(entry.value, for: entry.key) }
    return merged
  }

  /// Whether nothing was set since one was copied from the other.
  private func isCopy(of other: Self) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      other.entries.withUnsafeBufferPointer { $0.baseAddress == entries.baseAddress }
    }
  }
}
