import Backstack
import BackstackService

extension Inventory.State {
  /// Checks a state that a client chose.
  ///
  /// - Throws: `InvalidState` for two items with the same id, a form that would add an item with
  ///   the id of another, or a timer without ticks left.
  static func validate(_ state: Self) throws {
    var ids: Set<Item.ID> = []
    for (index, item) in state.items.enumerated() where !ids.insert(item.id).inserted {
      throw InvalidState("Two items have this id.", at: "items", .element(index), "id")
    }
    let (name, form): (String, ItemForm.State)
    switch state.destination {
    case .addItem(let shown): (name, form) = ("addItem", shown)
    case .duplicateItem(let shown): (name, form) = ("duplicateItem", shown)
    case .editItem(let shown): (name, form) = ("editItem", shown)
    case .alert, nil: return
    }
    if name != "editItem", ids.contains(form.item.id) {
      throw InvalidState(
        "There is an item with this id.", at: "destination", .member(name), "item", "id")
    }
    let ticks = 1...ItemForm.ticksUntilDismissal
    if let ticksLeft = form.ticksLeft, !ticks.contains(ticksLeft) {
      throw InvalidState(
        "A form's timer has \(ticks.lowerBound) to \(ticks.upperBound) ticks left.",
        at: "destination", .member(name), "ticksLeft")
    }
  }
}
