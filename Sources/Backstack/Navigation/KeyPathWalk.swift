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

/// Does what may put copies of a value on the stack, such as a walk along a key path: if it is large, where
/// there is a stack for them.
///
/// - Parameter body: Does not see the task of its surroundings then.
func withRoom<Value, Result>(toWalk _: Value.Type, _ body: () -> Result) -> Result {
  isLarge(Value.self)
    ? withRoomyStack(of: 8 * MemoryLayout<Value>.size + (1 << 20), body) : body()
}

/// Whether a few values of a type are too much for a small stack.
func isLarge<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size > 32 << 10 }
