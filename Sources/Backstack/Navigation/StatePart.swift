/// A part of a state that an operator works on, reached without walking the key path each time.
///
/// What only reads it gets it as a place to write to, too: reading along a key path begins with a copy
/// of the root, and reading through a pointer with one of the value.
///
/// Where a stored property lies in a state never changes, so the slot keeps it. A walk takes longer
/// than a small reducer.
struct StatePart<Root, Value> {
  // Sound to be unmanaged: the operator that makes the part has its key path, and outlives it.
  private unowned(unsafe) let keyPath: WritableKeyPath<Root, Value>
  private let offset: Int?

  /// A part that is reached along its key path.
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = nil
  }

  /// - Parameter slot: The operator's slot in a store.
  init(_ keyPath: WritableKeyPath<Root, Value>, in slot: NavigationSlot) {
    self.keyPath = keyPath
    if case .unknown = slot.storage {
      slot.storage = .init(offset: MemoryLayout<Root>.offset(of: keyPath))
    }
    offset = slot.storage.offset
  }

  /// Reads or changes the part in place.
  func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // Sound: `MemoryLayout.offset(of:)` gives the place of a stored property, of type `Value`, and
    // this has exclusive access to the root.
    return withUnsafeMutableBytes(of: &root) { root in
      body(&root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads the part of a state that may be shared: no setter is called, and `body` must not write.
  func read(in state: StateReference, _ body: (inout Value) -> Void) {
    guard let root = state.pointer(to: Root.self) else { return }
    if offset != nil { return change(&root.pointee, body) }
    var value = readAlong(keyPath, from: root)
    body(&value)
  }

  /// A part that was found before, or is reached along the key path.
  init(_ keyPath: WritableKeyPath<Root, Value>, foundIn slot: NavigationSlot) {
    self.keyPath = keyPath
    offset = slot.storage.offset
  }
}
