/// A presentation in a state, as an operator accesses it.
///
/// `\.$child` is a computed property whose getter and setter are opaque, so the presentation is
/// moved out and back along the key path. If the state reports the stored property behind it, an
/// operator in a store accesses that directly; the store keeps its offset.
// The walks are closures that contain nothing else, made where the operator is: from a literal, the
// compiler generates a direct call of the getter or the setter, without a key path.
struct PresentationPart<Root, Child> {
  typealias Presentation = PresentationState<Child>

  /// The key path.
  let source: KeyPathSource<Root, Presentation>
  private let get: (UnsafePointer<Root>) -> Presentation
  private let exchange: (inout Root, inout Presentation) -> Void

  @inline(__always)
  init(_ keyPath: @escaping () -> any WritableKeyPath<Root, Presentation> & Sendable) {
    source = KeyPathSource(keyPath)
    get = { $0.pointee[keyPath: keyPath()] }
    exchange = { swap(&$0[keyPath: keyPath()], &$1) }
  }

  /// Returns the offset of the stored presentation, in bytes from the start of the state.
  ///
  /// - Parameter slot: The operator's slot in a store; `nil` outside of a store.
  /// - Returns: `nil` if the presentation is only accessible along its key path.
  func offset(in slot: SlotReference<PresentationSlot>?) -> Int? {
    guard let slot else { return nil }
    if slot({ $0.storage.isUnknown }) { find(in: slot) }
    return slot { $0.storage.offset }
  }

  @inline(never)
  private func find(in slot: SlotReference<PresentationSlot>) {
    // The slot's own key path: a source may return another one the next time.
    let keyPath = slot { $0.id.keyPath } as? WritableKeyPath<Root, Presentation>
    let offset = keyPath.flatMap {
      (Root.self as? any ObservableState.Type)?.storedPresentationOffset(of: $0)
    }
    slot { $0.storage = NavigationSlot.Storage(offset: offset) }
  }

  // MARK: Reading

  /// Returns whether anything is presented.
  func isPresented(in root: UnsafePointer<Root>, at offset: Int?) -> Bool {
    read(in: root, at: offset) { _ in true } ?? false
  }

  /// Reads the presented state without copying it. The pointer is valid until `body` returns.
  func read<Result>(
    in root: UnsafePointer<Root>, at offset: Int?, _ body: (UnsafePointer<Child>) -> Result
  ) -> Result? {
    guard let offset else { return get(root).read(body) }
    return Presentation.pointer(at: stored(root, offset)).map(body)
  }

  // MARK: Changing

  /// Changes the presented state in place.
  ///
  /// - Precondition: Something is presented.
  func change<Result>(
    _ root: inout Root, at offset: Int?, _ body: (inout Child) -> Result
  ) -> Result {
    guard let offset else {
      // Moved out of the state meanwhile, so that its collections are not copied.
      var presentation = Presentation.absent
      exchange(&root, &presentation)
      defer { exchange(&root, &presentation) }
      return body(&presentation.uniquePointer().pointee)
    }
    return withUnsafeMutablePointer(to: &root) { root in
      // Sound: the box stays in the state, to which the caller has exclusive access.
      let stored = UnsafeMutablePointer(mutating: stored(UnsafePointer(root), offset))
      return body(&stored.pointee.uniquePointer().pointee)
    }
  }

  /// Ends the presentation.
  func dismiss(_ root: inout Root) {
    var presentation = Presentation.absent
    exchange(&root, &presentation)
  }

  private func stored(_ root: UnsafePointer<Root>, _ offset: Int) -> UnsafePointer<Presentation> {
    // Sound: `MemoryLayout.offset(of:)` returned the offset of a stored property of this type.
    UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Presentation.self)
  }
}
