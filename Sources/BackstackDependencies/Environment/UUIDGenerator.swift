public import FoundationEssentials
import Synchronization

/// A source of new UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Returns a new UUID.
  public func callAsFunction() -> UUID { DependencyFrame.make(\.uuids, generate) }

  /// Returns a generator of one constant UUID.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A new generator of `UUID(0)`, `UUID(1)` and so on; each one starts at 0.
  public static var incrementing: Self {
    let counter = Counter()
    return Self { UUID(counter.next()) }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// Creates the UUID whose last sixteen hexadecimal digits are a number: `UUID(1)` for tests.
  public init(_ number: Int) {
    let bits = UInt64(truncatingIfNeeded: number)
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, byte(7), byte(6),
        byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      ))
  }
}

private enum UUIDKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}

extension DependencyValues {
  /// The generator from which features get new UUIDs.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
