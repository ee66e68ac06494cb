public import Backstack
public import FoundationEssentials

/// An item that a shop has, or has had, in stock.
@SchemaRepresentable
public struct Item: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
  public var color: Color?
  public var status: Status

  public init(
    id: UUID, name: String = "", color: Color? = nil, status: Status = .inStock(quantity: 1)
  ) {
    self.id = id
    self.name = name
    self.color = color
    self.status = status
  }

  /// The colours that items come in.
  public enum Color: String, CaseIterable, Codable, Equatable, Sendable {
    case black, blue, green, red, white, yellow
  }

  /// The availability of an item.
  @CasePathable
  public enum Status: Codable, Equatable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)
  }

  /// Returns the same item with another id.
  func duplicate(id: UUID) -> Item {
    Item(id: id, name: name, color: color, status: status)
  }
}
