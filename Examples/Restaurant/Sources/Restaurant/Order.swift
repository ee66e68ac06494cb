import Backstack
import FoundationEssentials

/// What a guest has chosen, before it is ordered.
@SchemaRepresentable
struct Basket: Codable, Equatable, Sendable {
  static let maximumNoteLength = 200

  var lines: IdentifiedArrayOf<Line> = []
  /// What the kitchen should know.
  var note = ""

  /// The price of all lines, in cents.
  var cents: Int { lines.reduce(0) { $0 + $1.cents } }

  /// A dish, and how many of it.
  @SchemaRepresentable
  struct Line: Codable, Equatable, Identifiable, Sendable {
    static let quantities = 1...20

    let dish: Dish
    var quantity = 1

    var id: Dish.ID { dish.id }
    var cents: Int { dish.cents * quantity }
  }

  mutating func add(_ dish: Dish, quantity: Int) {
    var line = lines[id: dish.id] ?? Line(dish: dish, quantity: 0)
    line.quantity = min(line.quantity + quantity, Line.quantities.upperBound)
    lines[id: dish.id] = line
  }

  /// Takes dishes and prices from the menu, and removes what the menu does not have.
  ///
  /// - Returns: The names of what was removed.
  mutating func update(from menu: IdentifiedArrayOf<Dish>) -> [String] {
    let missing = lines.filter { menu[id: $0.id]?.isSoldOut != false }
    for line in missing { lines[id: line.id] = nil }
    for line in lines {
      guard let dish = menu[id: line.id] else { continue }
      lines[id: line.id] = Line(dish: dish, quantity: line.quantity)
    }
    return missing.map(\.dish.name)
  }
}

/// A basket that was ordered.
@SchemaRepresentable
struct Order: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var guestName: String
  var basket: Basket
  var placedAt: Date
  var stage = Stage.paying
  /// The number of the receipt, while the guest has paid.
  var receipt: String?

  /// How long the kitchen needs: as long as for the dish that takes the longest.
  var preparation: Duration { basket.lines.map(\.dish.preparation).max() ?? .zero }

  @SchemaRepresentable
  enum Stage: String, Codable, Sendable {
    case paying, declined, cooking, ready, cancelled
  }
}

extension Int {
  /// The nearest value of a range.
  func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
