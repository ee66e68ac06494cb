// The states and actions of the feature "shapes".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

public import BackstackClient
public import Foundation

/// The types of the feature "shapes".
public enum Shapes {
  /// The feature's name.
  public static let feature = "shapes"

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

  /// A screen of a stack. Its id is never given to another one.
  public struct StackElement<Screen: Codable & Hashable & Sendable>: Codable, Hashable, Sendable, Identifiable {
    public var id: Int
    public var state: Screen

    public init(id: Int, state: Screen) {
      self.id = id
      self.state = state
    }
  }

  public struct State: Codable, Hashable, Sendable {
    public var integers: Integers?
    public var guest: Guest?
    public var plain: JSONValue?
    public var level: StateLevel
    public var size: Size
    public var name: String?
    public var synthesized: Synthesized
    public var wire: Wire
    public var collections: Collections?
    public var foundations: Foundations?
    public var page: PagePageInt?
    /// Ends */ here.
    ///
    /// Or there.
    public var row: Row
    public var path: [StackElement<Wire>]
    public var notice: AlertState<Never>?
    public var named: AlertState<String>?
    public var question: ConfirmationDialogState<Wire>?

    public init(integers: Integers? = nil, guest: Guest? = nil, plain: JSONValue? = nil, level: StateLevel, size: Size, name: String? = nil, synthesized: Synthesized, wire: Wire, collections: Collections? = nil, foundations: Foundations? = nil, page: PagePageInt? = nil, row: Row, path: [StackElement<Wire>], notice: AlertState<Never>? = nil, named: AlertState<String>? = nil, question: ConfirmationDialogState<Wire>? = nil) {
      self.integers = integers
      self.guest = guest
      self.plain = plain
      self.level = level
      self.size = size
      self.name = name
      self.synthesized = synthesized
      self.wire = wire
      self.collections = collections
      self.foundations = foundations
      self.page = page
      self.row = row
      self.path = path
      self.notice = notice
      self.named = named
      self.question = question
    }
  }

  public enum StateLevel: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case low
    case high
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [StateLevel] = [.low, .high]

    public init(rawValue: String) {
      switch rawValue {
      case "low": self = .low
      case "high": self = .high
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .low: "low"
      case .high: "high"
      case .unknown(let value): value
      }
    }
  }

  public struct Integers: Codable, Hashable, Sendable {
    public var int: Int
    public var int8: Int8
    public var int16: Int16
    public var int32: Int32
    public var int64: Int
    public var int128: Decimal
    public var uint: UInt64
    public var uint8: UInt8
    public var uint16: UInt16
    public var uint32: UInt32
    public var uint64: UInt64
    public var uint128: Decimal
    public var bool: Bool

    public init(int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int, int128: Decimal, uint: UInt64, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, uint128: Decimal, bool: Bool) {
      self.int = int
      self.int8 = int8
      self.int16 = int16
      self.int32 = int32
      self.int64 = int64
      self.int128 = int128
      self.uint = uint
      self.uint8 = uint8
      self.uint16 = uint16
      self.uint32 = uint32
      self.uint64 = uint64
      self.uint128 = uint128
      self.bool = bool
    }
  }

  /// Someone who signed.
  ///
  /// A second `Paragraph`.
  public struct Guest: Codable, Hashable, Sendable {
    /// What they "wrote".
    public var fullName: String
    /// Once each.
    public var languages: [String]
    public var age: Int?
    public var visits: Int
    public var first: String
    public var lastName: String

    public init(fullName: String, languages: [String], age: Int? = nil, visits: Int, first: String, lastName: String) {
      self.fullName = fullName
      self.languages = languages
      self.age = age
      self.visits = visits
      self.first = first
      self.lastName = lastName
    }

    private enum CodingKeys: String, CodingKey {
      case fullName = "full-name"
      case languages = "languages"
      case age = "age"
      case visits = "visits"
      case first = "first"
      case lastName = "last/name"
    }
  }

  public enum Size: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case value1
    case value5
    /// A value that a newer service has added.
    case unknown(Int)

    /// The known values.
    public static let allCases: [Size] = [.value1, .value5]

    public init(rawValue: Int) {
      switch rawValue {
      case 1: self = .value1
      case 5: self = .value5
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: Int {
      switch self {
      case .value1: 1
      case .value5: 5
      case .unknown(let value): value
      }
    }
  }

  public indirect enum Synthesized: Codable, Hashable, Sendable {
    case nothing
    case count(Int)
    case both(Int? = nil, name: String? = nil)
    case nested(Synthesized, level: SynthesizedNestedLevel)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "nothing": self = .nothing
      case "count":
        let fields = try name.fields(in: decoder)
        self = .count(try fields.decode(Int.self, forKey: "_0"))
      case "both":
        let fields = try name.fields(in: decoder)
        self = .both(try fields.decodeIfPresent(Int.self, forKey: "_0"), name: try fields.decodeIfPresent(String.self, forKey: "name"))
      case "nested":
        let fields = try name.fields(in: decoder)
        self = .nested(try fields.decode(Synthesized.self, forKey: "_0"), level: try fields.decode(SynthesizedNestedLevel.self, forKey: "level"))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .nothing: _ = container.nestedContainer(keyedBy: Name.self, forKey: "nothing")
      case .count(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "count")
        try fields.encode(value0, forKey: "_0")
      case .both(let value0, let value1):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "both")
        try fields.encodeIfPresent(value0, forKey: "_0")
        try fields.encodeIfPresent(value1, forKey: "name")
      case .nested(let value0, let value1):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "nested")
        try fields.encode(value0, forKey: "_0")
        try fields.encode(value1, forKey: "level")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum SynthesizedNestedLevel: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case low
    case high
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [SynthesizedNestedLevel] = [.low, .high]

    public init(rawValue: String) {
      switch rawValue {
      case "low": self = .low
      case "high": self = .high
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .low: "low"
      case .high: "high"
      case .unknown(let value): value
      }
    }
  }

  public indirect enum Wire: Codable, Hashable, Sendable {
    /// Nothing more.
    case close
    case count(Int8)
    case maybe(Int?)
    case `open`(id: Int? = nil, title: String? = nil, tags: [String])
    case `default`(WireDefault)
    case inner(Wire)
    case loaded([Int])
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "close": self = .close
      case "count": self = .count(try name.payload(in: decoder))
      case "maybe": self = .maybe(try name.payload(in: decoder))
      case "open":
        let fields = try name.fields(in: decoder)
        self = .`open`(id: try fields.decodeIfPresent(Int.self, forKey: "id"), title: try fields.decodeIfPresent(String.self, forKey: "title"), tags: try fields.decode([String].self, forKey: "tags"))
      case "default": self = .`default`(try name.payload(in: decoder))
      case "inner": self = .inner(try name.payload(in: decoder))
      case "loaded": self = .loaded(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .close: _ = container.nestedContainer(keyedBy: Name.self, forKey: "close")
      case .count(let value): try container.encode(value, forKey: "count")
      case .maybe(let value): try container.encode(value, forKey: "maybe")
      case .`open`(let value0, let value1, let value2):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "open")
        try fields.encodeIfPresent(value0, forKey: "id")
        try fields.encodeIfPresent(value1, forKey: "title")
        try fields.encode(value2, forKey: "tags")
      case .`default`(let value): try container.encode(value, forKey: "default")
      case .inner(let value): try container.encode(value, forKey: "inner")
      case .loaded(let value): try container.encode(value, forKey: "loaded")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum WireDefault: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case low
    case high
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [WireDefault] = [.low, .high]

    public init(rawValue: String) {
      switch rawValue {
      case "low": self = .low
      case "high": self = .high
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .low: "low"
      case .high: "high"
      case .unknown(let value): value
      }
    }
  }

  public struct Collections: Codable, Hashable, Sendable {
    public var optionals: [Int?]
    public var sets: [Int8]
    public var byName: [String: Bool]
    public var byNumber: [String: Bool]
    public var byLevel: [String: Int]
    public var byPoint: [JSONValue]
    public var list: [Row]

    public init(optionals: [Int?], sets: [Int8], byName: [String: Bool], byNumber: [String: Bool], byLevel: [String: Int], byPoint: [JSONValue], list: [Row]) {
      self.optionals = optionals
      self.sets = sets
      self.byName = byName
      self.byNumber = byNumber
      self.byLevel = byLevel
      self.byPoint = byPoint
      self.list = list
    }
  }

  public struct Row: Codable, Hashable, Sendable, Identifiable {
    public var id: Int
    public var title: String?

    public init(id: Int, title: String? = nil) {
      self.id = id
      self.title = title
    }
  }

  public struct Foundations: Codable, Hashable, Sendable, Identifiable {
    public var id: UUID
    public var date: Date
    public var url: URL
    public var data: Data
    public var decimal: Double
    public var double: Double
    public var float: Double

    public init(id: UUID, date: Date, url: URL, data: Data, decimal: Double, double: Double, float: Double) {
      self.id = id
      self.date = date
      self.url = url
      self.data = data
      self.decimal = decimal
      self.double = double
      self.float = float
    }
  }

  public struct PagePageInt: Codable, Hashable, Sendable {
    public var items: [PageInt]
    public var next: PageInt

    public init(items: [PageInt], next: PageInt) {
      self.items = items
      self.next = next
    }
  }

  public struct PageInt: Codable, Hashable, Sendable {
    public var items: [Int]
    public var next: Int

    public init(items: [Int], next: Int) {
      self.items = items
      self.next = next
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

  /// A dialog that asks which of several actions to take.
  public struct ConfirmationDialogState<Action: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var title: String
    /// Whether to show the title.
    public var titleVisibility: ConfirmationDialogStateTitleVisibility?
    public var message: String?
    public var buttons: [ButtonState<Action>]?

    public init(title: String, titleVisibility: ConfirmationDialogStateTitleVisibility? = nil, message: String? = nil, buttons: [ButtonState<Action>]? = nil) {
      self.title = title
      self.titleVisibility = titleVisibility
      self.message = message
      self.buttons = buttons
    }
  }

  public enum ConfirmationDialogStateTitleVisibility: RawRepresentable, Codable, Hashable, Sendable, CaseIterable {
    case automatic
    case hidden
    case visible
    /// A value that a newer service has added.
    case unknown(String)

    /// The known values.
    public static let allCases: [ConfirmationDialogStateTitleVisibility] = [.automatic, .hidden, .visible]

    public init(rawValue: String) {
      switch rawValue {
      case "automatic": self = .automatic
      case "hidden": self = .hidden
      case "visible": self = .visible
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .automatic: "automatic"
      case .hidden: "hidden"
      case .visible: "visible"
      case .unknown(let value): value
      }
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    /// Asks for it.
    case asked(WireSent)
    case closed
    case moved(x: Int, y: Int? = nil)
    case path(ActionPath)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "asked": self = .asked(try name.payload(in: decoder))
      case "closed": self = .closed
      case "moved":
        let fields = try name.fields(in: decoder)
        self = .moved(x: try fields.decode(Int.self, forKey: "x"), y: try fields.decodeIfPresent(Int.self, forKey: "y"))
      case "path": self = .path(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .asked(let value): try container.encode(value, forKey: "asked")
      case .closed: _ = container.nestedContainer(keyedBy: Name.self, forKey: "closed")
      case .moved(let value0, let value1):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "moved")
        try fields.encode(value0, forKey: "x")
        try fields.encodeIfPresent(value1, forKey: "y")
      case .path(let value): try container.encode(value, forKey: "path")
      }
    }
  }

  public enum ActionPath: Codable, Hashable, Sendable {
    /// An action of the element with an id.
    case element(id: Int, action: WireSent)
    /// Takes the element with an id off the stack, and all above it.
    case popFrom(id: Int)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "element":
        let fields = try name.fields(in: decoder)
        self = .element(id: try fields.decode(Int.self, forKey: "id"), action: try fields.decode(WireSent.self, forKey: "action"))
      case "popFrom":
        let fields = try name.fields(in: decoder)
        self = .popFrom(id: try fields.decode(Int.self, forKey: "id"))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .element(let value0, let value1):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "element")
        try fields.encode(value0, forKey: "id")
        try fields.encode(value1, forKey: "action")
      case .popFrom(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "popFrom")
        try fields.encode(value0, forKey: "id")
      }
    }
  }

  public indirect enum WireSent: Codable, Hashable, Sendable {
    /// Nothing more.
    case close
    case count(Int8)
    case maybe(Int?)
    case `open`(id: Int? = nil, title: String? = nil, tags: [String])
    case `default`(WireSentDefault)
    case inner(WireSent)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "close": self = .close
      case "count": self = .count(try name.payload(in: decoder))
      case "maybe": self = .maybe(try name.payload(in: decoder))
      case "open":
        let fields = try name.fields(in: decoder)
        self = .`open`(id: try fields.decodeIfPresent(Int.self, forKey: "id"), title: try fields.decodeIfPresent(String.self, forKey: "title"), tags: try fields.decode([String].self, forKey: "tags"))
      case "default": self = .`default`(try name.payload(in: decoder))
      case "inner": self = .inner(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .close: _ = container.nestedContainer(keyedBy: Name.self, forKey: "close")
      case .count(let value): try container.encode(value, forKey: "count")
      case .maybe(let value): try container.encode(value, forKey: "maybe")
      case .`open`(let value0, let value1, let value2):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "open")
        try fields.encodeIfPresent(value0, forKey: "id")
        try fields.encodeIfPresent(value1, forKey: "title")
        try fields.encode(value2, forKey: "tags")
      case .`default`(let value): try container.encode(value, forKey: "default")
      case .inner(let value): try container.encode(value, forKey: "inner")
      }
    }
  }

  public enum WireSentDefault: String, Codable, Hashable, Sendable, CaseIterable {
    case low = "low"
    case high = "high"
  }
}
