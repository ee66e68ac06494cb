import Backstack

/// A dish on the menu.
@SchemaRepresentable
struct Dish: Codable, Equatable, Identifiable, Sendable {
  /// The possible prices, in cents.
  static let prices = 0...100_000

  let id: String
  var name: String
  var summary: String
  /// The price of one, in cents.
  var cents: Int
  /// The time that the kitchen needs.
  var preparation: Duration
  var isSoldOut = false
}

extension IdentifiedArrayOf<Dish> {
  /// The menu of the day.
  static var today: Self {
    [
      Dish(
        id: "soup", name: "Tomato soup", summary: "With basil and bread", cents: 650,
        preparation: .seconds(300)),
      Dish(
        id: "salad", name: "Green salad", summary: "With walnuts and pear", cents: 720,
        preparation: .seconds(240)),
      Dish(
        id: "risotto", name: "Mushroom risotto", summary: "With parmesan", cents: 1450,
        preparation: .seconds(1200)),
      Dish(
        id: "trout", name: "Trout", summary: "With almonds and potatoes", cents: 1890,
        preparation: .seconds(900)),
      Dish(
        id: "cake", name: "Plum cake", summary: "With cream", cents: 480,
        preparation: .seconds(60)),
    ]
  }
}
