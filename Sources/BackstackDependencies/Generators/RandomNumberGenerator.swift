import BackstackLocking

/// Where features get random numbers from.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Guarded<any RandomNumberGenerator & Sendable>

  /// A source of random numbers, used by one thread at a time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Guarded(generator)
  }

  /// Runs an operation with the generator, which must not ask for it again.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    // Sound: what comes of the numbers isn't the generator, which stays under the lock.
    nonisolated(unsafe) var result: Result?
    generator.withLock { generator in
      var local: any RandomNumberGenerator & Sendable = generator
      result = work(&local)
      generator = local
    }
    return result!
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}

extension DependencyValues {
  /// Where features get random numbers from:
  /// `withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}
