/// Reads a part of a state along a key path; this calls getters, but no setter.
@inline(never)
func readAlong<Root, Value>(
  _ keyPath: KeyPath<Root, Value>, from root: UnsafePointer<Root>
) -> Value {
  @inline(never)
  func walk() -> Value { root.pointee[keyPath: keyPath] }
  // Sound: this waits for the walk, and no other code changes the state until then.
  return withRoom(toWalk: Root.self, walk)
}

/// Runs code that may put copies of a value on the stack, such as a walk along a key path. If the
/// value is large, the code runs on a large stack.
///
/// - Parameter body: Can't access the current task if it runs on the other stack.
func withRoom<Value, Result>(toWalk _: Value.Type, _ body: () -> Result) -> Result {
  isLarge(Value.self)
    ? withRoomyStack(of: 8 * MemoryLayout<Value>.size + (1 << 20), body) : body()
}

/// Returns whether a few values of a type would overflow a small stack.
func isLarge<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size > 32 << 10 }
