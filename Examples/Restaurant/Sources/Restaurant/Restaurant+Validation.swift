import Backstack
import BackstackHost

extension Restaurant.State {
  /// Checks a state that a client chose, or that was stored.
  ///
  /// - Throws: `InvalidState` for a text that is too long, or an impossible quantity or price.
  static func validate(_ state: Self) throws {
    guard state.guestName.count <= Restaurant.maximumNameLength else {
      throw InvalidState(
        "A name has at most \(Restaurant.maximumNameLength) characters.", at: "guestName")
    }
    try InvalidState.within("basket") { try state.basket.validate() }
    for (index, order) in state.orders.enumerated() {
      try InvalidState.within("orders", .element(index), "basket") { try order.basket.validate() }
    }
  }
}

extension Basket {
  fileprivate func validate() throws {
    guard note.count <= Basket.maximumNoteLength else {
      throw InvalidState(
        "A note has at most \(Basket.maximumNoteLength) characters.", at: "note")
    }
    for (index, line) in lines.enumerated() {
      try InvalidState.within("lines", .element(index)) { try line.validate() }
    }
  }
}

extension Basket.Line {
  fileprivate func validate() throws {
    guard Self.quantities.contains(quantity) else {
      throw InvalidState(
        "One can order \(Self.quantities.lowerBound) to \(Self.quantities.upperBound) of a dish.",
        at: "quantity")
    }
    // A sum of other prices may be beyond all numbers.
    guard Dish.prices.contains(dish.cents) else {
      throw InvalidState(
        "A dish costs at most \(Dish.prices.upperBound) cents.", at: "dish", "cents")
    }
  }
}
