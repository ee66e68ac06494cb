import Backstack
import Foundation

/// The kitchen, which all sessions share.
@DependencyClient
struct Kitchen: DependencyKey, Sendable {
  var menu: @Sendable () async throws -> IdentifiedArrayOf<Dish>
  /// Begins to cook an order of a session. The kitchen recognizes an order that it gets again.
  var cook: @Sendable (_ order: Order, _ session: String) async throws -> Void
  /// Marks a dish as sold out, for the guests who come later.
  var sellOut: @Sendable (_ dish: Dish.ID) -> Void = { _ in }

  static let liveValue = inMemory()
  static let testValue = Kitchen()

  /// Returns a kitchen that prints what it has to cook.
  static func inMemory() -> Kitchen {
    let dishes = LockIsolated(IdentifiedArrayOf<Dish>.today)
    return Kitchen(
      menu: { dishes.value },
      cook: { order, session in
        let dishes = order.basket.lines.map { "\($0.quantity) × \($0.dish.name)" }
        let ticket = "Kitchen: \(dishes.joined(separator: ", ")), order \(order.id) of \(session)\n"
        try FileHandle.standardError.write(contentsOf: Data(ticket.utf8))
      },
      sellOut: { dish in dishes.withValue { $0[id: dish]?.isSoldOut = true } })
  }
}

extension DependencyValues {
  var kitchen: Kitchen {
    get { self[Kitchen.self] }
    set { self[Kitchen.self] = newValue }
  }
}
