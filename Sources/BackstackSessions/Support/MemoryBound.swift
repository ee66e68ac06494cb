import BackstackPlatform
import Synchronization

/// The bound of the memory that the process uses.
///
/// The system's own measure decides, as no estimate would do: what a session takes beside its JSON
/// depends on its feature. The system is asked once the sessions have grown by ``step``, and for
/// each request that needs memory while memory is short.
package final class MemoryBound: Sendable {
  /// The growth of sessions, in bytes of JSON, after which memory is measured.
  private static let step = 256 << 10
  /// The bytes that a session counts for at least.
  static let leastSession = 4 << 10
  /// The bytes by which a state grows without being noted.
  static let leastGrowth = 1 << 10
  /// The number of nanoseconds from one relief to the next.
  private static let reliefInterval: Int64 = 1_000_000_000

  /// The limit in bytes; `Int.max` for none.
  private let limit: Int
  private let measure: @Sendable () -> Int
  private let now: @Sendable () -> MonotonicInstant
  private let relieve: @Sendable (MemoryBound) -> Void
  private let growth = Atomic(0)
  /// The number of bytes that were in use when memory was last measured.
  private let used = Atomic(0)
  /// The nanoseconds of the instant from which on there may be relief again.
  private let nextRelief = Atomic(Int64.min)

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - limit: The limit in bytes, or `nil` for none.
  ///   - measure: Returns the number of bytes in use.
  ///   - relieve: Makes the process use less, soon and on another thread, and then calls
  ///     ``endRelief()``.
  init(
    limit: Int?, measure: @escaping @Sendable () -> Int,
    now: @escaping @Sendable () -> MonotonicInstant,
    relieve: @escaping @Sendable (MemoryBound) -> Void
  ) {
    self.limit = limit ?? .max
    self.measure = measure
    self.now = now
    self.relieve = relieve
  }

  /// The limit in bytes; `nil` for none.
  package var maximum: Int? { limit == .max ? nil : limit }
  /// The number of bytes in use.
  package var usedBytes: Int { measure() }

  /// Notes that sessions have grown by a number of bytes of JSON.
  func noteGrowth(_ bytes: Int) {
    if limit == .max { return }
    guard growth.wrappingAdd(bytes, ordering: .relaxed).newValue >= Self.step else { return }
    growth.store(0, ordering: .relaxed)
    check()
  }

  /// Measures memory, and asks for relief if it is tight.
  func check() {
    guard limit != .max, isTight() else { return }
    let now = now().nanoseconds
    let next = nextRelief.load(ordering: .relaxed)
    // Until the relief ends, there is no second one.
    if now >= next,
      nextRelief.compareExchange(expected: next, desired: .max, ordering: .relaxed).exchanged
    {
      relieve(self)
    }
  }

  /// Notes that the relief which was asked for has ended.
  func endRelief() {
    nextRelief.store(now().nanoseconds &+ Self.reliefInterval, ordering: .relaxed)
  }

  /// Whether the limit is reached.
  var isShort: Bool {
    if used.load(ordering: .relaxed) < limit { return false }
    check()
    return used.load(ordering: .relaxed) >= limit
  }

  /// Measures memory, and returns whether less than an eighth of the limit is left.
  func isTight() -> Bool {
    let bytes = measure()
    used.store(bytes, ordering: .relaxed)
    return bytes >= limit - limit / 8
  }
}
