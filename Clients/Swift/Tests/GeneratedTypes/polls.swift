// The states and actions of the feature "polls".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

/// The types of the feature "polls".
public enum Polls {
  /// The feature's name.
  public static let feature = "polls"

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
    /// The polls that one can open, with what the session has voted for.
    public var polls: [PollState]
    public var path: [StackElement<PollsPathState>]

    public init(polls: [PollState], path: [StackElement<PollsPathState>]) {
      self.polls = polls
      self.path = path
    }
  }

  public struct PollState: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var question: String
    public var options: [PollOption]
    /// The option that this session has voted for.
    public var choice: String?
    /// The revision of the tally that `options` shows; 0 before one is read.
    public var revision: Int
    public var alert: AlertState<PollAlert>?

    public init(id: String, question: String, options: [PollOption], choice: String? = nil, revision: Int, alert: AlertState<PollAlert>? = nil) {
      self.id = id
      self.question = question
      self.options = options
      self.choice = choice
      self.revision = revision
      self.alert = alert
    }
  }

  /// An answer that one can vote for.
  public struct PollOption: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var title: String
    /// The number of votes of all people.
    public var votes: Int

    public init(id: String, title: String, votes: Int) {
      self.id = id
      self.title = title
      self.votes = votes
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

  /// The actions of the alerts' buttons.
  public enum PollAlert: Codable, Hashable, Sendable {
    case confirmWithdrawal
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "confirmWithdrawal": self = .confirmWithdrawal
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .confirmWithdrawal: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmWithdrawal")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum PollsPathState: Codable, Hashable, Sendable {
    case poll(PollState)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "poll": self = .poll(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .poll(let value): try container.encode(value, forKey: "poll")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case pollTapped(id: String)
    case path(ActionPath)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "pollTapped":
        let fields = try name.fields(in: decoder)
        self = .pollTapped(id: try fields.decode(String.self, forKey: "id"))
      case "path": self = .path(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .pollTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "pollTapped")
        try fields.encode(value0, forKey: "id")
      case .path(let value): try container.encode(value, forKey: "path")
      }
    }
  }

  public enum ActionPath: Codable, Hashable, Sendable {
    /// An action of the element with an id.
    case element(id: Int, action: PollsPathAction)
    /// Takes the element with an id off the stack, and all above it.
    case popFrom(id: Int)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "element":
        let fields = try name.fields(in: decoder)
        self = .element(id: try fields.decode(Int.self, forKey: "id"), action: try fields.decode(PollsPathAction.self, forKey: "action"))
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

  public enum PollsPathAction: Codable, Hashable, Sendable {
    case poll(PollAction)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "poll": self = .poll(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .poll(let value): try container.encode(value, forKey: "poll")
      }
    }
  }

  public enum PollAction: Codable, Hashable, Sendable {
    case optionTapped(id: String)
    case withdrawButtonTapped
    case alert(PollActionAlert)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "optionTapped":
        let fields = try name.fields(in: decoder)
        self = .optionTapped(id: try fields.decode(String.self, forKey: "id"))
      case "withdrawButtonTapped": self = .withdrawButtonTapped
      case "alert": self = .alert(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .optionTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "optionTapped")
        try fields.encode(value0, forKey: "id")
      case .withdrawButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "withdrawButtonTapped")
      case .alert(let value): try container.encode(value, forKey: "alert")
      }
    }
  }

  public enum PollActionAlert: Codable, Hashable, Sendable {
    /// An action of what is presented.
    case presented(PollAlert)
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
}
