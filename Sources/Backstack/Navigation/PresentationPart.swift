/// A presentation in a state, as an operator accesses it.
///
/// `\.$child` is a computed property whose getter and setter are opaque, so the presentation is
/// moved out and back along the key path. If the state reports the stored property behind it, an
/// operator in a store accesses that directly; the store keeps its offset.
// The walks are closures that contain nothing else, made where the operator is: from a literal, the
// compiler generates a direct call of the getter or the setter, without a key path. They return
// before the reducers below run, so that their copies don't occupy stack space.
struct PresentationPart<Root, Child> {
  typealias Presentation = PresentationState<Child>

  /// The key path.
  let source: KeyPathSource<Root, Presentation>
  private let get: (UnsafePointer<Root>) -> Presentation
  private let exchange: (UnsafeMutablePointer<Root>, inout Presentation) -> Void

  @inline(__always)
  init(_ keyPath: @escaping () -> any WritableKeyPath<Root, Presentation> & Sendable) {
    source = KeyPathSource(keyPath)
    get = { $0.pointee[keyPath: keyPath()] }
    exchange = { swap(&$0.pointee[keyPath: keyPath()], &$1) }
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
  func isPresented(in root: inout Root, at offset: Int?) -> Bool {
    read(in: &root, at: offset) { _ in true } ?? false
  }

  /// Reads the presented state; `body` gets it `inout`, so that nothing is copied.
  func read<Result>(
    in root: inout Root, at offset: Int?, _ body: (inout Child) -> Result
  ) -> Result? {
    withUnsafePointer(to: &root) { read(in: $0, at: offset, body) }
  }

  /// Reads the presented state in the state that a pointer points to.
  func read<Result>(
    in root: UnsafePointer<Root>, at offset: Int?, _ body: (inout Child) -> Result
  ) -> Result? {
    guard let offset else { return presentation(in: root).read(body) }
    guard let pointer = Presentation.pointer(at: stored(root, offset)) else { return nil }
    return body(&pointer.pointee!)
  }

  /// Returns the presentation along the key path.
  func presentation(in root: UnsafePointer<Root>) -> Presentation {
    // Sound: this waits for the walk, and no other code changes the state until then.
    withRoom(toWalk: Root.self) { get(root) }
  }

  // MARK: Changing

  /// Gives access to the presented state until ``putBack(_:_:)``. Not a function with a closure,
  /// whose frame would occupy stack space while the reducers below run.
  ///
  /// - Precondition: Something is presented.
  func take(_ root: inout Root, at offset: Int?) -> Taken {
    guard let offset else {
      var presentation = Presentation.absent
      exchange(&root, &presentation)
      let pointer = presentation.uniquePointer()
      return Taken(presentation: presentation, pointer: pointer)
    }
    // Sound: the box stays in the state, to which the caller has exclusive access.
    let pointer = withUnsafeMutablePointer(to: &root) {
      UnsafeMutablePointer(mutating: stored(UnsafePointer($0), offset)).pointee.uniquePointer()
    }
    return Taken(presentation: nil, pointer: pointer)
  }

  /// Ends the access that ``take(_:at:)`` began.
  func putBack(_ taken: inout Taken, _ root: inout Root) {
    if taken.presentation != nil { exchange(&root, &taken.presentation!) }
  }

  struct Taken {
    /// The presentation that was moved out of the state; `nil` if it is changed in place.
    fileprivate var presentation: Presentation?
    let pointer: UnsafeMutablePointer<Child?>
  }

  /// Ends the presentation.
  func dismiss(_ root: inout Root) {
    var presentation = Presentation.absent
    exchange(&root, &presentation)
  }

  /// Swaps a presentation with that in the state. A presentation that was moved out can be changed
  /// without copying its collections.
  private func exchange(_ root: inout Root, _ presentation: inout Presentation) {
    // Sound: this waits for the walk, and the caller has exclusive access to the state.
    withUnsafeMutablePointer(to: &root) { root in
      withRoom(toWalk: Root.self) { exchange(root, &presentation) }
    }
  }

  private func stored(_ root: UnsafePointer<Root>, _ offset: Int) -> UnsafePointer<Presentation> {
    // Sound: `MemoryLayout.offset(of:)` returned the offset of a stored property of this type.
    UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Presentation.self)
  }
}
