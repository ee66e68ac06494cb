import Backstack
import FoundationEssentials

/// The bank. It recognizes an order that it gets again, as after a restart of the server.
@DependencyClient
struct Bank: DependencyKey, Sendable {
  /// Charges an order, and returns the number of the receipt.
  var charge: @Sendable (_ order: UUID, _ cents: Int) async throws -> String
  /// Returns what was paid for an order.
  var refund: @Sendable (_ order: UUID) async throws -> Void

  static let liveValue = slow(.seconds(3))
  static let testValue = Bank()

  /// Returns a bank that accepts everything, after some time.
  static func slow(_ time: Duration) -> Bank {
    @Sendable func wait() async throws {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: time)
    }
    return Bank(
      charge: { order, _ in
        try await wait()
        return "R-\(order.uuidString.prefix(8))"
      },
      refund: { _ in try await wait() })
  }
}

extension DependencyValues {
  var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}
