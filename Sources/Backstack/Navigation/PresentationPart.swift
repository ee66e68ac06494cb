/// A presentation in a state, as an operator reaches it.
///
/// `\.$child` is a computed property, of which nobody but its getter and its setter knows what it
/// stands for: it is taken out and put back along the key path. Where the state tells the stored
/// property behind it, the operator goes there in a store, which keeps that.
// The walks are closures that do nothing else, made where the operator is: given a literal, the compiler
// makes the getter or the setter of them, and no key path. They have returned when the reducers below run:
// what a walk has on the stack must not stay there.
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

  /// Where the presentation is stored, in bytes from the start of the state.
  ///
  /// - Parameter slot: The operator's slot in a store; without one nothing is known.
  /// - Returns: `nil` for one that is reached along its key path only.
  func offset(in slot: SlotReference<PresentationSlot>?) -> Int? {
    guard let slot else { return nil }
    if slot({ $0.storage.isUnknown }) { find(in: slot) }
    return slot { $0.storage.offset }
  }

  @inline(never)
  private func find(in slot: SlotReference<PresentationSlot>) {
    // The slot's own: a source may give another one the next time.
    let keyPath = slot { $0.place.keyPath } as? WritableKeyPath<Root, Presentation>
    let offset = keyPath.flatMap {
      (Root.self as? any ObservableState.Type)?.storedPresentationOffset(of: $0)
    }
    slot { $0.storage = NavigationSlot.Storage(offset: offset) }
  }

  // MARK: Reading

  /// Whether anything is presented.
  func isPresented(in root: inout Root, at offset: Int?) -> Bool {
    read(in: &root, at: offset) { _ in true } ?? false
  }

  /// Reads what is presented; `body` gets it as a place, so that nothing is copied.
  func read<Result>(
    in root: inout Root, at offset: Int?, _ body: (inout Child) -> Result
  ) -> Result? {
    withUnsafePointer(to: &root) { read(in: $0, at: offset, body) }
  }

  /// Reads what is presented in the state that a pointer points to.
  func read<Result>(
    in root: UnsafePointer<Root>, at offset: Int?, _ body: (inout Child) -> Result
  ) -> Result? {
    guard let offset else { return presentation(in: root).read(body) }
    guard let pointer = Presentation.pointer(at: stored(root, offset)) else { return nil }
    return body(&pointer.pointee!)
  }

  /// The presentation, along the key path.
  func presentation(in root: UnsafePointer<Root>) -> Presentation {
    // Sound: nobody changes the state while this waits.
    withRoom(toWalk: Root.self) { get(root) }
  }

  // MARK: Changing

  /// Where what is presented can be changed, until ``putBack(_:_:)``: a closure would have its part of
  /// the stack while the reducers below run.
  ///
  /// - Precondition: Something is presented.
  func take(_ root: inout Root, at offset: Int?) -> Taken {
    guard let offset else {
      var presentation = Presentation.absent
      exchange(&root, &presentation)
      let pointer = presentation.uniquePointer()
      return Taken(presentation: presentation, pointer: pointer)
    }
    // Sound: the box stays in the state, which nobody else has.
    let pointer = withUnsafeMutablePointer(to: &root) {
      UnsafeMutablePointer(mutating: stored(UnsafePointer($0), offset)).pointee.uniquePointer()
    }
    return Taken(presentation: nil, pointer: pointer)
  }

  /// Ends what ``take(_:at:)`` began.
  func putBack(_ taken: inout Taken, _ root: inout Root) {
    if taken.presentation != nil { exchange(&root, &taken.presentation!) }
  }

  struct Taken {
    /// What was taken out of the state, `nil` where it is changed in its place.
    fileprivate var presentation: Presentation?
    let pointer: UnsafeMutablePointer<Child?>
  }

  /// Ends the presentation.
  func dismiss(_ root: inout Root) {
    var presentation = Presentation.absent
    exchange(&root, &presentation)
  }

  /// Puts something else in the place of what is presented, and what is presented in its place. Taken
  /// out, a value can be changed without a copy, which would copy its collections.
  private func exchange(_ root: inout Root, _ presentation: inout Presentation) {
    // Sound: nobody else has the state while this waits.
    withUnsafeMutablePointer(to: &root) { root in
      withRoom(toWalk: Root.self) { exchange(root, &presentation) }
    }
  }

  private func stored(_ root: UnsafePointer<Root>, _ offset: Int) -> UnsafePointer<Presentation> {
    // Sound: `MemoryLayout.offset(of:)` gave the place of a stored property of this type.
    UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Presentation.self)
  }
}
