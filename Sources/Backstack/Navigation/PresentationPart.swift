/// A presentation in a state, as an operator reaches it.
///
/// `\.$child` is a computed property, of which nobody but its getter and its setter knows what it
/// stands for: it is taken out and put back along the key path. Where the state tells the stored
/// property behind it, the operator goes there.
// What walks along a key path is not inlined: what a walk has on the stack must not stay there while
// the reducers below run (U1).
struct PresentationPart<Root, Child> {
  typealias KeyPath = WritableKeyPath<Root, PresentationState<Child>>

  // Sound to be unmanaged: the operator that makes the part has its key path, and outlives it.
  private let keyPath: Unmanaged<KeyPath>
  private let offset: Int?

  /// - Parameter slot: The operator's slot in a store, which keeps where the presentation is stored.
  init(
    _ keyPath: Unmanaged<KeyPath>,
    in slot: SlotReference<PresentationSlot>?
  ) {
    self.keyPath = keyPath
    guard let slot else {
      offset = Self.offset(of: keyPath)
      return
    }
    if slot({ $0.storage.isUnknown }) {
      let storage = NavigationSlot.Storage(offset: Self.offset(of: keyPath))
      slot { $0.storage = storage }
    }
    offset = slot { $0.storage.offset }
  }

  private static func offset(of keyPath: Unmanaged<KeyPath>) -> Int? {
    keyPath._withUnsafeGuaranteedRef {
      (Root.self as? any ObservableState.Type)?.storedPresentationOffset(of: $0)
    }
  }

  /// Whether anything is presented.
  func isPresented(in root: inout Root) -> Bool { read(in: &root) { _ in true } ?? false }

  /// Reads what is presented; `body` gets it as a place, so that nothing is copied.
  func read<Result>(in root: inout Root, _ body: (inout Child) -> Result) -> Result? {
    withUnsafePointer(to: &root) { read(at: $0, body) }
  }

  /// Reads what is presented in the state that a pointer points to.
  func read<Result>(
    at root: UnsafePointer<Root>, _ body: (inout Child) -> Result
  ) -> Result? {
    if let offset {
      guard let pointer = PresentationState.pointer(at: stored(root, offset)) else { return nil }
      return body(&pointer.pointee!)
    }
    return keyPath._withUnsafeGuaranteedRef { readAlong($0, from: root) }.read(body)
  }

  /// Where what is presented can be changed, until ``putBack(_:_:)``: a closure would have its part of
  /// the stack while the reducers below run.
  ///
  /// - Precondition: Something is presented.
  func take(_ root: inout Root) -> Taken {
    guard let offset else {
      var presentation = exchange(&root, for: .absent)
      let pointer = presentation.uniquePointer()
      return Taken(presentation: presentation, pointer: pointer)
    }
    // Sound: the box stays in the state, which nobody else has.
    let pointer = withUnsafeMutablePointer(to: &root) {
      stored($0, offset).pointee.uniquePointer()
    }
    return Taken(presentation: nil, pointer: pointer)
  }

  /// Ends what ``take(_:)`` began.
  func putBack(_ taken: consuming Taken, _ root: inout Root) {
    if let presentation = taken.presentation { _ = exchange(&root, for: presentation) }
  }

  struct Taken {
    /// What was taken out of the state, `nil` where it is changed in its place.
    fileprivate var presentation: PresentationState<Child>?
    let pointer: UnsafeMutablePointer<Child?>
  }

  /// Ends the presentation.
  @inline(never)
  func dismiss(_ root: inout Root) { _ = exchange(&root, for: .absent) }

  // MARK: Where it is stored

  private func stored(
    _ root: UnsafePointer<Root>, _ offset: Int
  ) -> UnsafePointer<PresentationState<Child>> {
    // Sound: `MemoryLayout.offset(of:)` gave the place of a stored property of this type.
    UnsafeRawPointer(root).advanced(by: offset)
      .assumingMemoryBound(to: PresentationState<Child>.self)
  }

  private func stored(
    _ root: UnsafeMutablePointer<Root>, _ offset: Int
  ) -> UnsafeMutablePointer<PresentationState<Child>> {
    UnsafeMutablePointer(mutating: stored(UnsafePointer(root), offset))
  }

  // MARK: Along the key path

  /// Puts something else in the place of what is presented. Taken out, a value can be changed without
  /// a copy, which would copy its collections.
  ///
  /// - Returns: What was there.
  @inline(never)
  private func exchange(
    _ root: inout Root, for value: PresentationState<Child>
  ) -> PresentationState<Child> {
    var value = value
    // Sound: nobody else has the state while this waits.
    withUnsafeMutablePointer(to: &root) { root in
      withRoom(toWalk: Root.self) { exchange(root, &value) }
    }
    return value
  }

  @inline(never)
  private func exchange(
    _ root: UnsafeMutablePointer<Root>, _ value: inout PresentationState<Child>
  ) {
    swap(&root.pointee[keyPath: keyPath.takeUnretainedValue()], &value)
  }
}
