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
    if case .unknown = slot.storage {
      if MemoryLayout<Root>.size > Self.largestWalked {
        slot.storage = .init(offset: Self.offsetInLarge(of: keyPath, in: &root))
      } else if MemoryLayout<Root>.size > Self.largestSearched {
        slot.storage = .computed
      } else if Self.isPresented(&root[keyPath: keyPath]) {
        slot.storage = .init(offset: Self.offset(of: keyPath, in: &root))
      }
    }
    offset = slot.storage.offset
  }

  private static func isPresented<Child>(_ presentation: inout Value) -> Bool
  where Value == PresentationState<Child> {
    presentation.isPresented
  }

  /// The size of the largest state that is searched, in bytes.
  private static var largestSearched: Int { 4096 }

  /// The size of the largest state through which a computed key path is walked with each action: a
  /// walk puts copies of the state on the stack (U1).
  private static var largestWalked: Int { 32 << 10 }

  /// Where a presentation lies in a state that is too large to be walked through again, whether there
  /// is something presented or not.
  // Not inlined, for the same reason as `exchange`.
  @inline(never)
  private static func offsetInLarge<Child>(
    of keyPath: WritableKeyPath<Root, Value>, in root: inout Root
  ) -> Int? where Value == PresentationState<Child> {
    guard MemoryLayout<Root>.alignment >= MemoryLayout<UInt>.alignment else { return nil }
    // Sound: nobody else has the state while this waits.
    return withUnsafeMutablePointer(to: &root) { root in
      withRoomyStack(of: 8 * MemoryLayout<Root>.size + (1 << 20)) { () -> Int? in
        func word(_ value: Value) -> UInt {
          withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt.self) }
        }
        let words = UnsafeRawBufferPointer(start: root, count: MemoryLayout<Root>.size)
          .bindMemory(to: UInt.self)
        let outer = root.pointee[keyPath: keyPath]
        let mark = Value.mark()
        root.pointee[keyPath: keyPath] = mark
        let place = words.firstIndex(of: word(mark))
        let isSole = words.lastIndex(of: word(mark)) == place
        root.pointee[keyPath: keyPath] = outer
        guard let place, isSole, words[place] == word(outer) else { return nil }
        return place * MemoryLayout<UInt>.size
      }
    }
  }

  /// Where a presentation lies, if it is stored in the state itself: the one word that is its box
  /// while something is presented, and zero while nothing is.
  private static func offset<Child>(
    of keyPath: WritableKeyPath<Root, Value>, in root: inout Root
  ) -> Int? where Value == PresentationState<Child> {
    let word = MemoryLayout<Value>.size
    let presented = root[keyPath: keyPath]
    // Sound: these read initialized memory of the state, of which they have exclusive access.
    var places = withUnsafeBytes(of: &root) { root in
      withUnsafeBytes(of: presented) { presented in
        stride(from: 0, through: root.count - word, by: word).filter {
          root[$0..<$0 + word].elementsEqual(presented)
        }
      }
    }
    root[keyPath: keyPath] = .absent
    places = withUnsafeBytes(of: &root) { root in
      places.filter { root[$0..<$0 + word].allSatisfy { $0 == 0 } }
    }
    root[keyPath: keyPath] = presented
    return places.count == 1 ? places[0] : nil
  }

  /// Whether the part can be changed in place: a change through a computed property would be made to
  /// a copy.
  var isInPlace: Bool { offset != nil }

  /// Changes the part in place.
  func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: keyPath]) }
    // Sound: `MemoryLayout.offset(of:)` gives the place of a stored property, of type `Value`, and
    // this has exclusive access to the root.
    return withUnsafeMutableBytes(of: &root) { root in
      body(&root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Puts another value in the place of the part.
  ///
  /// - Returns: What was there.
  // Not inlined: what a walk along a key path has on the stack must not stay there while the
  // reducers below run (U1).
  @inline(never)
  func exchange(_ root: inout Root, for value: Value) -> Value {
    var value = value
    swap(&root[keyPath: keyPath], &value)
    return value
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
