/// What makes two scopes of one store the same: the key paths, or an element's id, and the type.
struct ScopeKey: Hashable, @unchecked Sendable {
  // Sound: made of Sendable key paths and ids, never changed.
  private let state: AnyHashable
  private let action: AnyKeyPath?
  private let type: ObjectIdentifier

  /// The scope by a pair of key paths.
  init(_ state: AnyKeyPath, _ action: AnyKeyPath, to type: Any.Type) {
    self.state = state
    self.action = action
    self.type = ObjectIdentifier(type)
  }

  /// The scope of an element.
  init(id: some Hashable & Sendable, to type: Any.Type) {
    state = AnyHashable(id)
    action = nil
    self.type = ObjectIdentifier(type)
  }
}

/// The scoped stores of one store that somebody holds, so that scoping again gives the same object
/// (R101). It holds none itself, and has no entry for one that is gone.
struct ScopeCache: Sendable {
  private struct Entry {
    weak var store: (any AnyObject & Sendable)?
    let number: Int
  }

  private var entries: [ScopeKey: Entry] = [:]
  private var lastNumber = 0

  /// The store of a scope, made if nobody holds one.
  ///
  /// - Parameter make: Makes the store, which is to ``forget(_:number:)`` its key and number in the end.
  /// - Complexity: O(1), plus hashing the key paths.
  mutating func store<S: AnyObject & Sendable>(_ key: ScopeKey, _ make: (_ number: Int) -> S) -> S {
    if let store = entries[key]?.store as? S { return store }
    lastNumber += 1
    let store = make(lastNumber)
    entries[key] = Entry(store: store, number: lastNumber)
    return store
  }

  /// Drops the entry of a store that is going, unless another has taken its place.
  // Looks at no store: for as long as one is looked at it is held, perhaps by this alone in the end, so
  // that it would go here, under the lock that it takes when it goes.
  mutating func forget(_ key: ScopeKey, number: Int) {
    if entries[key]?.number == number { entries[key] = nil }
  }

  /// How many stores are known.
  var count: Int { entries.count }
}
