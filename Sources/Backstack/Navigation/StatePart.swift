/// A part of a state that an operator works on, reached without walking the key path each time.
///
/// Where a stored property lies in a state never changes, so the slot keeps it. A walk takes longer
/// than a small reducer.
struct StatePart<Root, Value> {
  private let keyPath: WritableKeyPath<Root, Value>
  private let offset: Int?

  /// - Parameter slot: The operator's slot in a store; without one the key path is walked.
  init(_ keyPath: WritableKeyPath<Root, Value>, in slot: NavigationSlot?) {
    self.keyPath = keyPath
    guard let slot else {
      offset = nil
      return
    }
    if case .unknown = slot.storage {
      slot.storage = .init(offset: MemoryLayout<Root>.offset(of: keyPath))
    }
    offset = slot.storage.offset
  }

  /// Changes the part in place.
  func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // Sound: `MemoryLayout.offset(of:)` gives the place of a stored property, of type `Value`, and
    // this has exclusive access to the root.
    return withUnsafeMutableBytes(of: &root) { root in
      body(&root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads the part without copying it, nor the state around it, which may be large.
  func read<Result>(_ root: inout Root, _ body: (Value) -> Result) -> Result {
    // As a place to write to: reading a value along a key path begins with a copy of the root.
    func read(_ value: inout Value) -> Result { body(value) }
    guard let offset else { return read(&root[keyPath: keyPath]) }
    // Sound: as above, for reading.
    return withUnsafeBytes(of: &root) { root in
      body(root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads the part of the state that a pointer points to.
  func read(at root: UnsafeRawPointer, _ body: (Value) -> Void) {
    // Sound: the caller has the state, which is of type `Root`, and the part lies in it.
    if let offset {
      body(root.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    } else {
      body(root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath])
    }
  }

  /// A part that was found before, or is reached along the key path.
  init(_ keyPath: WritableKeyPath<Root, Value>, foundIn slot: NavigationSlot) {
    self.keyPath = keyPath
    offset = slot.storage.offset
  }
}
