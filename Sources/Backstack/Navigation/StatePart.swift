/// A part of a state that an operator works on, reached without walking the key path each time.
///
/// Where a stored property lies in a state never changes, so the slot keeps it.
struct StatePart<Root, Value> {
  private let keyPath: WritableKeyPath<Root, Value>
  private let offset: Int?

  /// - Parameter slot: The operator's slot in a store; without one the key path is walked.
  init(_ keyPath: WritableKeyPath<Root, Value>, in slot: NavigationSlot?) {
    self.keyPath = keyPath
    offset = slot?.offset { MemoryLayout<Root>.offset(of: keyPath) }
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
    guard let offset else { return body(root[keyPath: keyPath]) }
    // Sound: as above, for reading.
    return withUnsafeBytes(of: &root) { root in
      body(root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
