import Backstack
import BackstackServiceTesting
import Foundation
import Testing

@testable import Restaurant

/// What earlier versions and earlier runs of the program have stored.
struct StoredTests {
  @Test func `stored visits can be resumed`() throws {
    let problems = try PersistedShapes.problems(of: Main.features, in: "Shapes.json")
    #expect(problems == [])
  }

  /// Of `Restaurant sessions test ID`, made shorter: the server was killed while the bank was asked.
  @Test func `a payment outlives the server`() throws {
    let history = try SessionHistory<Restaurant.Action>(
      json: #"""
        {"entries": [
          {"version": 1, "cause": "client", "action": "basketButtonTapped"},
          {"version": 2, "cause": "client", "action":
            {"path": {"element": {"id": 0, "action": {"basket": "payButtonTapped"}}}}},
          {"version": 3, "cause": "effect", "action":
            {"path": {"element": {"id": 0, "action": {"basket": {"delegate": "place"}}}}}},
          {"version": 4, "cause": "effect", "action":
            {"charge": {"order": "00000000-0000-0000-0000-000000000000"}}},
          {"version": 5, "cause": "resume", "action": "resumed"},
          {"version": 6, "cause": "effect", "action":
            {"charged": {"order": "00000000-0000-0000-0000-000000000000", "receipt": "R-1"}}}
        ]}
        """#.utf8)
    let start = #"""
      {"tab": "menu", "search": "", "guestName": "Ada", "orders": [], "path": [], "dishes": [
        {"id": "cake", "name": "Plum cake", "summary": "", "cents": 480, "preparation": "PT60S",
         "isSoldOut": false}
      ], "basket": {"note": "", "lines": [{"quantity": 3, "dish":
        {"id": "cake", "name": "Plum cake", "summary": "", "cents": 480, "preparation": "PT60S",
         "isSoldOut": false}}]}}
      """#
    let states = try history.replay(from: start.utf8) {
      Restaurant()
    } withDependencies: {
      $0.date.now = noon
      $0.uuid = .incrementing
    }
    let order = try #require(states[6]?.orders.first)
    #expect(order.stage == .cooking)
    #expect(order.receipt == "R-1")
    #expect(order.basket.cents == 1440)
  }
}
