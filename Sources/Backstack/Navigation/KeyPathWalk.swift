/// Reads a part of a state along a key path, which calls getters and no setter.
@inline(never)
func readAlong<Root, Value>(
  _ keyPath: KeyPath<Root, Value>, from root: UnsafePointer<Root>
) -> Value {
  @inline(never)
  func walk() -> Value { root.pointee[keyPath: keyPath] }
  // Sound: nobody changes the state while this waits.
  return withRoom(toWalk: Root.self, walk)
}

/// Walks along a key path through a state, of which that puts copies on the stack: if the state is
/// large, where there is a stack for them.
func withRoom<Root, Result>(toWalk _: Root.Type, _ body: () -> Result) -> Result {
  let size = MemoryLayout<Root>.size
  return size > 32 << 10 ? withRoomyStack(of: 8 * size + (1 << 20), body) : body()
}
