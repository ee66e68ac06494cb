// The states and actions of the feature "counters".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

/// The types of the feature "counters".
public enum Counters {
  /// The feature's name.
  public static let feature = "counters"

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

  /// A screen of a stack that a session begins with. The service gives it an id if it has none.
  public struct NewStackElement<Screen: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var id: Int?
    public var state: Screen

    public init(id: Int? = nil, state: Screen) {
      self.id = id
      self.state = state
    }

    private enum CodingKeys: String, CodingKey { case id, state }

    public init(from decoder: any Decoder) throws {
      let container = try? decoder.container(keyedBy: CodingKeys.self)
      if let container, container.contains(.id), container.contains(.state) {
        id = try container.decode(Int.self, forKey: .id)
        state = try container.decode(Screen.self, forKey: .state)
      } else {
        state = try Screen(from: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      guard let id else { return try state.encode(to: encoder) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(state, forKey: .state)
    }
  }

  public struct State: Codable, Hashable, Sendable {
    public var path: [StackElement<CountersPathState>]

    public init(path: [StackElement<CountersPathState>]) {
      self.path = path
    }
  }

  public enum CountersPathState: Codable, Hashable, Sendable {
    case counter(CounterState)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "counter": self = .counter(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .counter(let value): try container.encode(value, forKey: "counter")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public struct CounterState: Codable, Hashable, Sendable {
    public var count: Int
    /// Whether the timer is on; absent while it is off.
    public var isTimerOn: Bool?

    public init(count: Int, isTimerOn: Bool? = nil) {
      self.count = count
      self.isTimerOn = isTimerOn
    }
  }

  public struct InitialState: Codable, Hashable, Sendable {
    public var path: [NewStackElement<CountersPathState>]

    public init(path: [NewStackElement<CountersPathState>]) {
      self.path = path
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case addCounterButtonTapped
    case path(ActionPath)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addCounterButtonTapped": self = .addCounterButtonTapped
      case "path": self = .path(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addCounterButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "addCounterButtonTapped")
      case .path(let value): try container.encode(value, forKey: "path")
      }
    }
  }

  public enum ActionPath: Codable, Hashable, Sendable {
    /// An action of the element with an id.
    case element(id: Int, action: CountersPathAction)
    /// Takes the element with an id off the stack, and all above it.
    case popFrom(id: Int)
    /// Puts a new element on the stack.
    case push(state: CountersPathState)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "element":
        let fields = try name.fields(in: decoder)
        self = .element(id: try fields.decode(Int.self, forKey: "id"), action: try fields.decode(CountersPathAction.self, forKey: "action"))
      case "popFrom":
        let fields = try name.fields(in: decoder)
        self = .popFrom(id: try fields.decode(Int.self, forKey: "id"))
      case "push":
        let fields = try name.fields(in: decoder)
        self = .push(state: try fields.decode(CountersPathState.self, forKey: "state"))
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
      case .push(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "push")
        try fields.encode(value0, forKey: "state")
      }
    }
  }

  public enum CountersPathAction: Codable, Hashable, Sendable {
    case counter(CounterAction)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "counter": self = .counter(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .counter(let value): try container.encode(value, forKey: "counter")
      }
    }
  }

  public enum CounterAction: Codable, Hashable, Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    /// Observed by the parent, which pushes another counter that starts with this one's count.
    case nextButtonTapped
    case startTimerButtonTapped
    case stopTimerButtonTapped

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "decrementButtonTapped": self = .decrementButtonTapped
      case "incrementButtonTapped": self = .incrementButtonTapped
      case "nextButtonTapped": self = .nextButtonTapped
      case "startTimerButtonTapped": self = .startTimerButtonTapped
      case "stopTimerButtonTapped": self = .stopTimerButtonTapped
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .decrementButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "decrementButtonTapped")
      case .incrementButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "incrementButtonTapped")
      case .nextButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "nextButtonTapped")
      case .startTimerButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "startTimerButtonTapped")
      case .stopTimerButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "stopTimerButtonTapped")
      }
    }
  }
}
