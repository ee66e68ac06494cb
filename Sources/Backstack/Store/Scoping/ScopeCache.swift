/// The identity of a scope of one store: its key paths, or an element's id, and its type.
struct ScopeKey: Hashable, @unchecked Sendable {
  // Sound: the key paths and ids are Sendable and never change.
  private let state: AnyHashable
  private let action: AnyKeyPath?
  private let type: ObjectIdentifier

  /// Creates the key of a scope by a pair of key paths.
  init(_ state: AnyKeyPath, _ action: AnyKeyPath, to type: Any.Type) {
    self.state = state
    self.action = action
    self.type = ObjectIdentifier(type)
  }

  /// Creates the key of a scope of an element.
  init(id: some Hashable & Sendable, to type: Any.Type) {
    state = AnyHashable(id)
    action = nil
    self.type = ObjectIdentifier(type)
  }
}

/// The live scoped stores of one store, so that scoping again returns the same object (R101). The
/// cache retains no store, and drops the entry of a deallocated one.
struct ScopeCache: Sendable {
  private struct Entry {
    weak var store: (any AnyObject & Sendable)?
    let number: Int
  }

  private var entries: [ScopeKey: Entry] = [:]
  private var lastNumber = 0

  /// Returns the store of a scope; makes it if there is no live one.
  ///
  /// - Parameter make: Makes the store, which has to call ``forget(_:number:)`` with its key and
  ///   number in its deinit.
  /// - Complexity: O(1), plus hashing the key paths.
  mutating func store<S: AnyObject & Sendable>(_ key: ScopeKey, _ make: (_ number: Int) -> S) -> S {
    if let store = entries[key]?.store as? S { return store }
    lastNumber += 1
    let store = make(lastNumber)
    entries[key] = Entry(store: store, number: lastNumber)
    return store
  }

  /// Drops the entry of a store in its deinit, unless a newer store has replaced it.
  // Must not load a store: loading retains it, perhaps as the last reference. Its deinit would then
  // run here and take the lock that is held already.
  mutating func forget(_ key: ScopeKey, number: Int) {
    if entries[key]?.number == number { entries[key] = nil }
  }

  /// The number of entries.
  var count: Int { entries.count }
}
