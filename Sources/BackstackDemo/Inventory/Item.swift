import Backstack
import FoundationEssentials

/// An item that a shop has, or has had, in stock.
@SchemaRepresentable
struct Item: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name = ""
  var color: Color?
  var status = Status.inStock(quantity: 1)

  /// The colours that items come in.
  enum Color: String, CaseIterable, Codable, Equatable, Sendable {
    case black, blue, green, red, white, yellow
  }

  /// The availability of an item.
  @CasePathable
  enum Status: Codable, Hashable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)
  }

  /// Returns the same item with another id.
  func duplicate(id: UUID) -> Item {
    Item(id: id, name: name, color: color, status: status)
  }
}
