/// A part of a state that an operator works on, accessed without walking the key path each time.
///
/// The offset of a stored property in a state never changes, so the slot keeps it. A walk takes
/// longer than a small reducer.
struct StatePart<Root, Value> {
  private let source: KeyPathSource<Root, Value>
  private let offset: Int?

  /// - Parameter slot: The operator's slot in a store; without one the part is accessed along its
  ///   key path.
  init<Slot: NavigationSlot>(_ source: KeyPathSource<Root, Value>, in slot: SlotReference<Slot>?) {
    self.source = source
    guard let slot else {
      offset = nil
      return
    }
    if slot({ $0.storage.isUnknown }) { Self.find(in: slot) }
    offset = slot { $0.storage.offset }
  }

  @inline(never)
  private static func find<Slot: NavigationSlot>(in slot: SlotReference<Slot>) {
    // The slot's own key path: a source may return another one the next time.
    let keyPath = slot { $0.id.keyPath } as? PartialKeyPath<Root>
    let storage = NavigationSlot.Storage(offset: keyPath.flatMap(MemoryLayout<Root>.offset))
    slot { $0.storage = storage }
  }

  /// - Parameter slot: The operator's slot in a store.
  init(_ source: KeyPathSource<Root, Value>, in slot: NavigationSlot) {
    self.init(source, in: SlotReference(.passUnretained(slot)))
  }

  /// Reads or changes the part in place.
  func change<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result {
    guard let offset else { return body(&root[keyPath: source()]) }
    // Sound: `MemoryLayout.offset(of:)` returns the offset of a stored property, of type `Value`,
    // and this function has exclusive access to the root.
    return withUnsafeMutableBytes(of: &root) { root in
      body(&root.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads the part of a state that may be shared. The pointer is valid until `body` returns.
  func read(in state: StateReference, _ body: (UnsafePointer<Value>) -> Void) {
    guard let root = state.pointer(to: Root.self) else { return }
    guard let offset else { return withUnsafePointer(to: root.pointee[keyPath: source()], body) }
    // Sound: see ``change(_:_:)``.
    body(UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self))
  }
}

/// A type-erased reference to a feature's state; the feature's operators know its type.
struct StateReference {
  private let address: UnsafeRawPointer
  private let type: ObjectIdentifier

  /// - Parameter state: Valid as long as the reference is used.
  init<State>(_ state: UnsafePointer<State>) {
    address = UnsafeRawPointer(state)
    type = ObjectIdentifier(State.self)
  }

  /// Returns the pointer to the state. It is `nil` if the state has another type than the
  /// operator's: then the operator's reducer was called directly, on a state that only its caller
  /// knows.
  func pointer<State>(to _: State.Type) -> UnsafePointer<State>? {
    // Sound: its type was just compared.
    type == ObjectIdentifier(State.self) ? address.assumingMemoryBound(to: State.self) : nil
  }
}
