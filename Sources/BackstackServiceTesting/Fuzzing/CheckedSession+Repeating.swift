import Backstack
import BackstackService
import BackstackTesting
import FoundationEssentials

extension CheckedSession {
  /// The creation date of sessions, and the date before the clock moves.
  static let date = Date(timeIntervalSince1970: 1_800_000_000)
}

extension Feature {
  /// Returns a feature that behaves the same each time: with a clock that a test advances, dates
  /// based on that clock, and reproducible UUIDs and random numbers.
  func repeatable(on clock: TestClock) -> Feature {
    let start = clock.now
    // All sessions share one generator: a session that is resumed must not get the same ids again.
    let random = WithRandomNumberGenerator(FuzzRandom(seed: 0))
    return overridingDependencies { values in
      values.continuousClock = clock
      values.suspendingClock = clock
      values.date = DateGenerator {
        let passed = start.duration(to: clock.now).components.seconds
        return CheckedSession.date.addingTimeInterval(Double(passed))
      }
      values.uuid = UUIDGenerator { random { UUID.random(using: &$0) } }
      values.withRandomNumberGenerator = random
    }
  }
}

extension UUID {
  /// Returns a random UUID (RFC 9562 §5.4).
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> UUID {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
