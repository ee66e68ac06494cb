import BackstackPlatform

/// A source of random numbers for features, used by one thread at a time.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Guarded<any RandomNumberGenerator & Sendable>

  /// Creates a source that uses the given generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Guarded(generator)
  }

  /// Calls `work` with the generator. The closure must not use this source again.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    // Sound: the result is not the generator, which is only used under the lock.
    nonisolated(unsafe) var result: Result?
    generator.withLock { generator in
      var local: any RandomNumberGenerator & Sendable =
        DependencyFrame.usesMade ? MadeNumbers(base: generator) : generator
      result = work(&local)
      generator = (local as? MadeNumbers)?.base ?? local
    }
    return result!
  }
}

/// A generator whose numbers are recorded or replayed.
private struct MadeNumbers: RandomNumberGenerator, Sendable {
  var base: any RandomNumberGenerator & Sendable

  mutating func next() -> UInt64 { DependencyFrame.make(\.numbers) { base.next() } }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}

extension DependencyValues {
  /// The source from which features get random numbers:
  /// `withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
