public import FoundationEssentials
import Synchronization

/// Where new UUIDs come from.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// A source of UUIDs.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// A new UUID.
  public func callAsFunction() -> UUID { generate() }

  /// Always the same UUID.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// `UUID(0)`, `UUID(1)`, … from 0 for each value of this property.
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
  /// The UUID whose last twelve hexadecimal digits are a number: `UUID(1)` for tests.
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
  /// Where features get new UUIDs from.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}
