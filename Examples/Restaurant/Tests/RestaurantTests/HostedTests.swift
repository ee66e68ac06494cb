import Backstack
import BackstackHost
import BackstackServiceTesting
import BackstackTesting
import Foundation
import Testing

@testable import Restaurant

/// The feature as clients use it.
struct HostedTests {
  private let clock = TestClock()

  private func hostedRestaurant() throws -> HostedService {
    try withDependencies {
      $0.bank = .slow(.seconds(3))
      $0.continuousClock = clock
      $0.date.now = noon
      $0.kitchen = Kitchen(menu: { [soup, cake] }, cook: { _, _ in }, sellOut: { _ in })
      $0.uuid = .incrementing
    } operation: {
      try HostedService(Main.features)
    }
  }

  @Test func `a guest orders, pays, and hears that the order is ready`() async throws {
    let session = try await hostedRestaurant().session(of: Restaurant.self, Restaurant.name)
    var screen = try await session.screen()
    try await screen.enter("tom", in: "A dish")
    try await screen.tap("Tomato soup")
    try await screen.set("Quantity: 1", to: 2)
    try await screen.tap("Add to the order")
    try await screen.tap("Your order (1)")
    try await screen.tap("Add a note")
    try await screen.enter("No salt", in: "Note")
    try await screen.tap("Save")
    try await screen.enter("Ada", in: "Name")
    try await screen.tap("Order and pay")
    #expect(screen.texts.first == "Paying…")

    await clock.advance(by: .seconds(3))
    screen = try await session.screen()
    #expect(screen.texts.contains("R-00000000"))
    try await session.sendFromHost(.ready(order: UUID(0)))
    screen = try await session.screen()
    #expect(screen.title == "Your order is ready")
    try await screen.tap("OK")
    #expect(screen.texts.first == "Ready")
    try await screen.back()
    try await screen.tap("Orders")
    #expect(screen.texts.contains("Ready"))
  }

  @Test func `all guests see at once that a dish is sold out`() async throws {
    let service = try hostedRestaurant()
    let first = try await service.session(of: Restaurant.self, Restaurant.name)
    let second = try await service.session(
      of: Restaurant.self, Restaurant.name, from: .link("/restaurant/cake"))
    let action = Restaurant.Action.soldOut(dish: "cake")
    #expect(try await service.broadcast(action, to: Restaurant.name) == 2)
    #expect(try await first.screen().texts.contains("Sold out"))
    #expect(try await second.screen().canTap("Sold out") == false)
  }

  @Test func `a client can't say that an order is ready`() async throws {
    let session = try await hostedRestaurant().session(of: Restaurant.self, Restaurant.name)
    let problem = await #expect(throws: ServiceProblem.self) {
      try await session.send(.ready(order: UUID(0)))
    }
    #expect(problem?.kind == "invalid-value")
  }

  @Test(arguments: [
    Restaurant.State(guestName: String(repeating: "a", count: 41)),
    Restaurant.State(basket: Basket(lines: [Basket.Line(dish: soup, quantity: 21)])),
    Restaurant.State(basket: Basket(lines: [Basket.Line(dish: soup.costing(.max))])),
    Restaurant.State(basket: Basket(note: String(repeating: "a", count: 201))),
  ])
  func `what a client begins with is checked`(state: Restaurant.State) async throws {
    let service = try hostedRestaurant()
    let problem = await #expect(throws: ServiceProblem.self) {
      try await service.session(of: Restaurant.self, Restaurant.name, from: .state(state))
    }
    #expect(problem?.kind == "invalid-state")
  }

  @Test func `a monkey finds nothing`() async throws {
    let service = try hostedRestaurant()
    let monkey = ScreenMonkey(seed: 1) {
      try await service.session(of: Restaurant.self, Restaurant.name)
    }
    let finding = try await monkey.run(steps: 50)
    #expect(finding == nil)
  }

  @Test func `the restaurant withstands its clients`() async throws {
    let report = try await FeatureFuzzer(Main.features[0]).run(seed: 1, sessions: 5, steps: 20)
    #expect(report.findings.isEmpty, "\(report)")
  }
}
