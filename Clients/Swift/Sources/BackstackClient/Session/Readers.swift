/// Those that read what changes, with the latest value for each that is slow.
struct Readers<Value: Sendable> {
  private var continuations: [AsyncStream<Value>.Continuation] = []

  /// Returns a sequence of values from now on.
  ///
  /// - Parameter isLast: Whether no value comes after the first.
  mutating func add(first: Value?, isLast: Bool) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    if let first { continuation.yield(first) }
    if isLast { continuation.finish() } else { continuations.append(continuation) }
    return stream
  }

  mutating func yield(_ value: Value) {
    continuations.removeAll { reader in
      if case .terminated = reader.yield(value) { true } else { false }
    }
  }

  mutating func finish() {
    for reader in continuations { reader.finish() }
    continuations = []
  }
}
