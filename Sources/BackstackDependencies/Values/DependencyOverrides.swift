/// The values that override defaults.
///
/// The array has no spare capacity: there are few overrides, and each store has its own.
struct DependencyOverrides: Sendable {
  private struct Entry {
    let key: ObjectIdentifier
    var stored: any StoredValue
  }

  /// A ``StoredDependency`` of the type of the key's values.
  private typealias StoredValue = AnyObject & Sendable

  private var entries: [Entry] = []

  /// Returns the value of a key, if there is one.
  ///
  /// - Complexity: O(overrides).
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    let id = ObjectIdentifier(key)
    // By index: copying each entry on the way would cost more than the search.
    for index in entries.indices where entries[index].key == id {
      return StoredDependency<Key.Value>.value(in: entries[index].stored)
    }
    return nil
  }

  /// Sets the value of a key.
  mutating func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    set(Entry(key: ObjectIdentifier(key), stored: StoredDependency(value)))
  }

  private mutating func set(_ entry: Entry) {
    if let index = entries.indices.first(where: { entries[$0].key == entry.key }) {
      entries[index] = entry
    } else {
      entries.reserveCapacity(entries.count + 1)
      entries.append(entry)
    }
  }

  /// Adds the overrides of keys for which this has none.
  ///
  /// - Complexity: O(1) when one of them has none or they are the same, else O(*n* *m*).
  mutating func inherit(from older: Self) {
    if older.entries.isEmpty || older.isCopy(of: self) { return }
    var merged = older
    for entry in entries { merged.set(entry) }
    self = merged
  }

  /// Returns whether the two share their storage: nothing was set since one was copied from the
  /// other.
  private func isCopy(of other: Self) -> Bool {
    entries.withUnsafeBufferPointer { entries in
      other.entries.withUnsafeBufferPointer { $0.baseAddress == entries.baseAddress }
    }
  }
}

/// The value of a dependency, whose type only its key knows.
final class StoredDependency<Value: Sendable>: Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// Returns the value of an object that was stored for a key with values of this type.
  static func value(in stored: any AnyObject & Sendable) -> Value {
    // Sound: the key determines the type of its values. A cast would take longer than most reducers.
    unsafeDowncast(stored, to: Self.self).value
  }
}
