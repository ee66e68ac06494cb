// The states and actions of the feature "inventory".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

public import Foundation

/// The types of the feature "inventory".
public enum Inventory {
  /// The feature's name.
  public static let feature = "inventory"

  /// The name of a member. A case is an object with one member, or the member's name alone.
  private struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }

    init(ofCaseIn decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.init(stringValue: name)
        return
      }
      let names = try decoder.container(keyedBy: Name.self).allKeys
      guard names.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "Not one case: \(names)"))
      }
      self = names[0]
    }

    func payload<Value: Decodable>(in decoder: any Decoder) throws -> Value {
      try decoder.container(keyedBy: Name.self).decode(Value.self, forKey: self)
    }

    func fields(in decoder: any Decoder) throws -> KeyedDecodingContainer<Name> {
      try decoder.container(keyedBy: Name.self).nestedContainer(keyedBy: Name.self, forKey: self)
    }

    func unknown(in decoder: any Decoder) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "No case \(stringValue)"))
    }
  }

  public struct State: Codable, Hashable, Sendable {
    public var items: [Item]
    public var destination: InventoryDestinationState?

    public init(items: [Item], destination: InventoryDestinationState? = nil) {
      self.items = items
      self.destination = destination
    }
  }

  /// An item that a shop has, or has had, in stock.
  public struct Item: Codable, Hashable, Sendable, Identifiable {
    public var id: UUID
    public var name: String
    public var color: ItemColor?
    public var status: ItemStatus

    public init(id: UUID, name: String, color: ItemColor? = nil, status: ItemStatus) {
      self.id = id
      self.name = name
      self.color = color
      self.status = status
    }
  }

  public enum ItemColor: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case black
    case blue
    case green
    case red
    case white
    case yellow
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [ItemColor] = [.black, .blue, .green, .red, .white, .yellow]

    public init(rawValue: String) {
      switch rawValue {
      case "black": self = .black
      case "blue": self = .blue
      case "green": self = .green
      case "red": self = .red
      case "white": self = .white
      case "yellow": self = .yellow
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .black: "black"
      case .blue: "blue"
      case .green: "green"
      case .red: "red"
      case .white: "white"
      case .yellow: "yellow"
      case .unknown(let value): value
      }
    }
  }

  /// The availability of an item.
  public enum ItemStatus: Codable, Hashable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "inStock":
        let fields = try name.fields(in: decoder)
        self = .inStock(quantity: try fields.decode(Int.self, forKey: "quantity"))
      case "outOfStock":
        let fields = try name.fields(in: decoder)
        self = .outOfStock(isOnBackOrder: try fields.decode(Bool.self, forKey: "isOnBackOrder"))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .inStock(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "inStock")
        try fields.encode(value0, forKey: "quantity")
      case .outOfStock(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "outOfStock")
        try fields.encode(value0, forKey: "isOnBackOrder")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum InventoryDestinationState: Codable, Hashable, Sendable {
    case addItem(ItemFormState)
    case duplicateItem(ItemFormState)
    case editItem(ItemFormState)
    case alert(AlertState<InventoryAlert>)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addItem": self = .addItem(try name.payload(in: decoder))
      case "duplicateItem": self = .duplicateItem(try name.payload(in: decoder))
      case "editItem": self = .editItem(try name.payload(in: decoder))
      case "alert": self = .alert(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addItem(let value): try container.encode(value, forKey: "addItem")
      case .duplicateItem(let value): try container.encode(value, forKey: "duplicateItem")
      case .editItem(let value): try container.encode(value, forKey: "editItem")
      case .alert(let value): try container.encode(value, forKey: "alert")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public struct ItemFormState: Codable, Hashable, Sendable {
    public var item: Item
    /// The number of ticks left while the timer is on; absent while it is off.
    public var ticksLeft: Int?

    public init(item: Item, ticksLeft: Int? = nil) {
      self.item = item
      self.ticksLeft = ticksLeft
    }
  }

  /// An alert.
  public struct AlertState<Action: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var title: String
    public var message: String?
    public var buttons: [ButtonState<Action>]?

    public init(title: String, message: String? = nil, buttons: [ButtonState<Action>]? = nil) {
      self.title = title
      self.message = message
      self.buttons = buttons
    }
  }

  /// A button, and the action that pressing it sends.
  public struct ButtonState<Action: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var label: String
    public var role: ButtonStateRole?
    /// To be sent as `presented`; without one the button only closes.
    public var action: Action?

    public init(label: String, role: ButtonStateRole? = nil, action: Action? = nil) {
      self.label = label
      self.role = role
      self.action = action
    }
  }

  public enum ButtonStateRole: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case cancel
    case destructive
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [ButtonStateRole] = [.cancel, .destructive]

    public init(rawValue: String) {
      switch rawValue {
      case "cancel": self = .cancel
      case "destructive": self = .destructive
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .cancel: "cancel"
      case .destructive: "destructive"
      case .unknown(let value): value
      }
    }
  }

  /// The actions of the alert's buttons.
  public enum InventoryAlert: Codable, Hashable, Sendable {
    case confirmDeletion(id: UUID)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "confirmDeletion":
        let fields = try name.fields(in: decoder)
        self = .confirmDeletion(id: try fields.decode(UUID.self, forKey: "id"))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .confirmDeletion(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "confirmDeletion")
        try fields.encode(value0, forKey: "id")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case addButtonTapped
    case cancelAddItemButtonTapped
    case confirmAddItemButtonTapped
    case duplicateButtonTapped(id: UUID)
    case cancelDuplicateItemButtonTapped
    case confirmDuplicateItemButtonTapped
    case itemButtonTapped(id: UUID)
    case deleteButtonTapped(id: UUID)
    case destination(ActionDestination)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addButtonTapped": self = .addButtonTapped
      case "cancelAddItemButtonTapped": self = .cancelAddItemButtonTapped
      case "confirmAddItemButtonTapped": self = .confirmAddItemButtonTapped
      case "duplicateButtonTapped":
        let fields = try name.fields(in: decoder)
        self = .duplicateButtonTapped(id: try fields.decode(UUID.self, forKey: "id"))
      case "cancelDuplicateItemButtonTapped": self = .cancelDuplicateItemButtonTapped
      case "confirmDuplicateItemButtonTapped": self = .confirmDuplicateItemButtonTapped
      case "itemButtonTapped":
        let fields = try name.fields(in: decoder)
        self = .itemButtonTapped(id: try fields.decode(UUID.self, forKey: "id"))
      case "deleteButtonTapped":
        let fields = try name.fields(in: decoder)
        self = .deleteButtonTapped(id: try fields.decode(UUID.self, forKey: "id"))
      case "destination": self = .destination(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "addButtonTapped")
      case .cancelAddItemButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "cancelAddItemButtonTapped")
      case .confirmAddItemButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmAddItemButtonTapped")
      case .duplicateButtonTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "duplicateButtonTapped")
        try fields.encode(value0, forKey: "id")
      case .cancelDuplicateItemButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "cancelDuplicateItemButtonTapped")
      case .confirmDuplicateItemButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmDuplicateItemButtonTapped")
      case .itemButtonTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "itemButtonTapped")
        try fields.encode(value0, forKey: "id")
      case .deleteButtonTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "deleteButtonTapped")
        try fields.encode(value0, forKey: "id")
      case .destination(let value): try container.encode(value, forKey: "destination")
      }
    }
  }

  public enum ActionDestination: Codable, Hashable, Sendable {
    /// An action of what is presented.
    case presented(InventoryDestinationAction)
    /// Closes what is presented.
    case dismiss

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "presented": self = .presented(try name.payload(in: decoder))
      case "dismiss": self = .dismiss
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .presented(let value): try container.encode(value, forKey: "presented")
      case .dismiss: _ = container.nestedContainer(keyedBy: Name.self, forKey: "dismiss")
      }
    }
  }

  public enum InventoryDestinationAction: Codable, Hashable, Sendable {
    case addItem(ItemFormAction)
    case duplicateItem(ItemFormAction)
    case editItem(ItemFormAction)
    case alert(InventoryAlert)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addItem": self = .addItem(try name.payload(in: decoder))
      case "duplicateItem": self = .duplicateItem(try name.payload(in: decoder))
      case "editItem": self = .editItem(try name.payload(in: decoder))
      case "alert": self = .alert(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addItem(let value): try container.encode(value, forKey: "addItem")
      case .duplicateItem(let value): try container.encode(value, forKey: "duplicateItem")
      case .editItem(let value): try container.encode(value, forKey: "editItem")
      case .alert(let value): try container.encode(value, forKey: "alert")
      }
    }
  }

  public enum ItemFormAction: Codable, Hashable, Sendable {
    case binding(BindingActionItemFormState)
    case timerButtonTapped

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "binding": self = .binding(try name.payload(in: decoder))
      case "timerButtonTapped": self = .timerButtonTapped
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .binding(let value): try container.encode(value, forKey: "binding")
      case .timerButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "timerButtonTapped")
      }
    }
  }

  /// The fields to set, with their new values.
  public struct BindingActionItemFormState: Codable, Hashable, Sendable {
    public var name: String?
    public var color: BindingActionItemFormStateColor??
    public var status: ItemStatus?

    public init(name: String? = nil, color: BindingActionItemFormStateColor?? = nil, status: ItemStatus? = nil) {
      self.name = name
      self.color = color
      self.status = status
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      color = container.contains(.color) ? .some(try container.decodeIfPresent(BindingActionItemFormStateColor.self, forKey: .color)) : nil
      status = try container.decodeIfPresent(ItemStatus.self, forKey: .status)
    }
  }

  public enum BindingActionItemFormStateColor: String, Codable, Hashable, Sendable, CaseIterable {
    case black = "black"
    case blue = "blue"
    case green = "green"
    case red = "red"
    case white = "white"
    case yellow = "yellow"
  }
}
