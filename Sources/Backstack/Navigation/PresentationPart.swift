/// A presentation in a state, as an operator reaches it.
///
/// By its key path alone: `\.$child` is a computed property, of which nobody but its getter and its
/// setter knows what it stands for.
// None of this is inlined: what a walk along a key path has on the stack must not stay there while the
// reducers below run (U1).
struct PresentationPart<Root, Child> {
  private let keyPath: WritableKeyPath<Root, PresentationState<Child>>

  init(_ keyPath: WritableKeyPath<Root, PresentationState<Child>>) { self.keyPath = keyPath }

  /// What is presented, in its box.
  @inline(never)
  func value(in root: inout Root) -> PresentationState<Child> {
    withUnsafePointer(to: &root) { value(at: $0) }
  }

  /// What is presented in the state that a pointer points to.
  @inline(never)
  func value(at root: UnsafePointer<Root>) -> PresentationState<Child> {
    // Sound: nobody else has the state while this waits.
    Self.isLarge ? withRoomyStack(of: Self.room) { walk(root) } : walk(root)
  }

  @inline(never)
  private func walk(_ root: UnsafePointer<Root>) -> PresentationState<Child> {
    root.pointee[keyPath: keyPath]
  }

  /// Puts something else in the place of what is presented. Taken out, a value can be changed without
  /// a copy, which would copy its collections.
  ///
  /// - Returns: What was there.
  @inline(never)
  func exchange(
    _ root: inout Root, for value: PresentationState<Child>
  ) -> PresentationState<Child> {
    var value = value
    // Sound: nobody else has the state while this waits.
    withUnsafeMutablePointer(to: &root) { root in
      if Self.isLarge {
        withRoomyStack(of: Self.room) { exchange(root, &value) }
      } else {
        exchange(root, &value)
      }
    }
    return value
  }

  @inline(never)
  private func exchange(
    _ root: UnsafeMutablePointer<Root>, _ value: inout PresentationState<Child>
  ) {
    swap(&root.pointee[keyPath: keyPath], &value)
  }

  /// Whether a walk, which puts copies of the state on the stack, needs more of it than there may be.
  private static var isLarge: Bool { MemoryLayout<Root>.size > 32 << 10 }

  /// How much stack a walk through a large state gets, in bytes.
  private static var room: Int { 8 * MemoryLayout<Root>.size + (1 << 20) }
}
