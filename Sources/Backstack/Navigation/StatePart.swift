/// A part of a state that an operator works on, reached without walking the key path each time.
///
/// Where a stored property lies in a state never changes, so the slot keeps it. A walk takes longer
/// than a small reducer, and a change through a computed property, as `\.$child` is, would be made to
/// a copy.
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

  /// A presentation, which is found by what is in it, once there is something: `\.$child` is
  /// computed, but what it computes is stored.
  ///
  /// - Parameter slot: The operator's slot in a store; without one the key path is walked.
  init<Child>(
    presentation keyPath: WritableKeyPath<Root, Value>, in slot: NavigationSlot?,
    of root: inout Root
  ) where Value == PresentationState<Child> {
    self.keyPath = keyPath
    guard let slot else {
      offset = nil
      return
    }
    if case .unknown = slot.storage, let probe = root[keyPath: keyPath].probe() {
      slot.storage = .init(offset: Self.offset(of: keyPath, in: &root, findingIt: probe))
    }
    offset = slot.storage.offset
  }

  /// Where a presentation lies, if it is stored in the state itself.
  private static func offset<Child>(
    of keyPath: WritableKeyPath<Root, Value>, in root: inout Root, findingIt probe: Value
  ) -> Int? where Value == PresentationState<Child> {
    let word = MemoryLayout<Value>.size
    guard MemoryLayout<Root>.size <= 4096 else { return nil }
    let actual = root[keyPath: keyPath]
    root[keyPath: keyPath] = probe
    defer { root[keyPath: keyPath] = actual }
    // Sound: reads initialized memory of the state. The probe's box was made just now, so that the
    // one word which is its address is the presentation itself.
    return withUnsafeBytes(of: &root) { root in
      withUnsafeBytes(of: probe) { probe in
        let places = stride(from: 0, through: root.count - word, by: word).filter {
          root[$0..<$0 + word].elementsEqual(probe)
        }
        return places.count == 1 ? places[0] : nil
      }
    }
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

  /// Changes the part in place, or where it is computed takes it out meanwhile: a change through a
  /// computed property would be made to a second copy, which would copy its collections.
  func take<Result>(
    _ root: inout Root, leaving placeholder: Value, _ body: (inout Value) -> Result
  ) -> Result {
    guard offset == nil else { return change(&root, body) }
    var value = root[keyPath: keyPath]
    root[keyPath: keyPath] = placeholder
    defer { root[keyPath: keyPath] = value }
    return body(&value)
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
