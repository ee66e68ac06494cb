// The states and actions of the feature "standups".
//
// Made by `client --language swift` of the server's program: don't edit it.
// swift-format-ignore-file

public import Foundation

/// The types of the feature "standups".
public enum Standups {
  /// The feature's name.
  public static let feature = "standups"

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
    public var standups: [Standup]
    public var path: [StackElement<StandupsPathState>]
    public var destination: StandupsDestinationState?

    public init(standups: [Standup], path: [StackElement<StandupsPathState>], destination: StandupsDestinationState? = nil) {
      self.standups = standups
      self.path = path
      self.destination = destination
    }
  }

  /// A meeting that a team holds every day, standing.
  public struct Standup: Codable, Hashable, Sendable, Identifiable {
    public var id: UUID
    public var title: String
    public var attendees: [Attendee]
    /// The time for all attendees together, in seconds.
    public var seconds: Int
    /// The meetings that were held, the latest first.
    public var meetings: [Meeting]

    public init(id: UUID, title: String, attendees: [Attendee], seconds: Int, meetings: [Meeting]) {
      self.id = id
      self.title = title
      self.attendees = attendees
      self.seconds = seconds
      self.meetings = meetings
    }
  }

  /// An attendee of a standup.
  public struct Attendee: Codable, Hashable, Sendable, Identifiable {
    public var id: UUID
    public var name: String

    public init(id: UUID, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// A standup that was held.
  public struct Meeting: Codable, Hashable, Sendable, Identifiable {
    public var id: UUID
    public var date: Date
    /// The length of the meeting, in seconds.
    public var seconds: Int

    public init(id: UUID, date: Date, seconds: Int) {
      self.id = id
      self.date = date
      self.seconds = seconds
    }
  }

  public enum StandupsPathState: Codable, Hashable, Sendable {
    case detail(StandupDetailState)
    case meeting(MeetingNotesState)
    case record(RecordMeetingState)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "detail": self = .detail(try name.payload(in: decoder))
      case "meeting": self = .meeting(try name.payload(in: decoder))
      case "record": self = .record(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .detail(let value): try container.encode(value, forKey: "detail")
      case .meeting(let value): try container.encode(value, forKey: "meeting")
      case .record(let value): try container.encode(value, forKey: "record")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public struct StandupDetailState: Codable, Hashable, Sendable {
    public var standup: Standup
    public var destination: StandupDetailDestinationState?

    public init(standup: Standup, destination: StandupDetailDestinationState? = nil) {
      self.standup = standup
      self.destination = destination
    }
  }

  public enum StandupDetailDestinationState: Codable, Hashable, Sendable {
    case alert(AlertState<StandupDetailAlert>)
    case edit(StandupFormState)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "alert": self = .alert(try name.payload(in: decoder))
      case "edit": self = .edit(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .alert(let value): try container.encode(value, forKey: "alert")
      case .edit(let value): try container.encode(value, forKey: "edit")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
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
  public enum StandupDetailAlert: Codable, Hashable, Sendable {
    case confirmDeletion
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "confirmDeletion": self = .confirmDeletion
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .confirmDeletion: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmDeletion")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public struct StandupFormState: Codable, Hashable, Sendable {
    public var standup: Standup

    public init(standup: Standup) {
      self.standup = standup
    }
  }

  public struct MeetingNotesState: Codable, Hashable, Sendable {
    public var meeting: Meeting
    public var standup: Standup

    public init(meeting: Meeting, standup: Standup) {
      self.meeting = meeting
      self.standup = standup
    }
  }

  public struct RecordMeetingState: Codable, Hashable, Sendable {
    public var standup: Standup
    /// The number of seconds of the meeting that have passed.
    public var secondsElapsed: Int
    /// The index of the attendee who speaks, counted from 0.
    public var speakerIndex: Int
    /// Whether the time runs: `false` during a pause, and absent before it was started.
    public var isRunning: Bool?
    public var alert: AlertState<RecordMeetingAlert>?

    public init(standup: Standup, secondsElapsed: Int, speakerIndex: Int, isRunning: Bool? = nil, alert: AlertState<RecordMeetingAlert>? = nil) {
      self.standup = standup
      self.secondsElapsed = secondsElapsed
      self.speakerIndex = speakerIndex
      self.isRunning = isRunning
      self.alert = alert
    }
  }

  /// The actions of the alert's buttons.
  public enum RecordMeetingAlert: Codable, Hashable, Sendable {
    case confirmDiscard
    case confirmSave
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "confirmDiscard": self = .confirmDiscard
      case "confirmSave": self = .confirmSave
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .confirmDiscard: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmDiscard")
      case .confirmSave: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmSave")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public enum StandupsDestinationState: Codable, Hashable, Sendable {
    case addStandup(StandupFormState)
    /// A case that a newer service has added, by its name.
    case unknown(String)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addStandup": self = .addStandup(try name.payload(in: decoder))
      default: self = .unknown(name.stringValue)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addStandup(let value): try container.encode(value, forKey: "addStandup")
      case .unknown(let name): _ = container.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: name))
      }
    }
  }

  public struct InitialState: Codable, Hashable, Sendable {
    public var standups: [Standup]
    public var path: [NewStackElement<StandupsPathState>]
    public var destination: StandupsDestinationState?

    public init(standups: [Standup], path: [NewStackElement<StandupsPathState>], destination: StandupsDestinationState? = nil) {
      self.standups = standups
      self.path = path
      self.destination = destination
    }
  }

  public enum Action: Codable, Hashable, Sendable {
    case addStandupButtonTapped
    case cancelAddStandupButtonTapped
    case confirmAddStandupButtonTapped
    case standupTapped(id: UUID)
    case destination(ActionDestination)
    case path(ActionPath)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addStandupButtonTapped": self = .addStandupButtonTapped
      case "cancelAddStandupButtonTapped": self = .cancelAddStandupButtonTapped
      case "confirmAddStandupButtonTapped": self = .confirmAddStandupButtonTapped
      case "standupTapped":
        let fields = try name.fields(in: decoder)
        self = .standupTapped(id: try fields.decode(UUID.self, forKey: "id"))
      case "destination": self = .destination(try name.payload(in: decoder))
      case "path": self = .path(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addStandupButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "addStandupButtonTapped")
      case .cancelAddStandupButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "cancelAddStandupButtonTapped")
      case .confirmAddStandupButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "confirmAddStandupButtonTapped")
      case .standupTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "standupTapped")
        try fields.encode(value0, forKey: "id")
      case .destination(let value): try container.encode(value, forKey: "destination")
      case .path(let value): try container.encode(value, forKey: "path")
      }
    }
  }

  public enum ActionDestination: Codable, Hashable, Sendable {
    /// An action of what is presented.
    case presented(StandupsDestinationAction)
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

  public enum ActionPath: Codable, Hashable, Sendable {
    /// An action of the element with an id.
    case element(id: Int, action: StandupsPathAction)
    /// Takes the element with an id off the stack, and all above it.
    case popFrom(id: Int)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "element":
        let fields = try name.fields(in: decoder)
        self = .element(id: try fields.decode(Int.self, forKey: "id"), action: try fields.decode(StandupsPathAction.self, forKey: "action"))
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

  public enum StandupsDestinationAction: Codable, Hashable, Sendable {
    case addStandup(StandupFormAction)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "addStandup": self = .addStandup(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .addStandup(let value): try container.encode(value, forKey: "addStandup")
      }
    }
  }

  public enum StandupFormAction: Codable, Hashable, Sendable {
    case binding(BindingActionStandupFormState)
    case addAttendeeButtonTapped
    case attendeeNameChanged(id: UUID, name: String)
    case removeAttendeeButtonTapped(id: UUID)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "binding": self = .binding(try name.payload(in: decoder))
      case "addAttendeeButtonTapped": self = .addAttendeeButtonTapped
      case "attendeeNameChanged":
        let fields = try name.fields(in: decoder)
        self = .attendeeNameChanged(id: try fields.decode(UUID.self, forKey: "id"), name: try fields.decode(String.self, forKey: "name"))
      case "removeAttendeeButtonTapped":
        let fields = try name.fields(in: decoder)
        self = .removeAttendeeButtonTapped(id: try fields.decode(UUID.self, forKey: "id"))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .binding(let value): try container.encode(value, forKey: "binding")
      case .addAttendeeButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "addAttendeeButtonTapped")
      case .attendeeNameChanged(let value0, let value1):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "attendeeNameChanged")
        try fields.encode(value0, forKey: "id")
        try fields.encode(value1, forKey: "name")
      case .removeAttendeeButtonTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "removeAttendeeButtonTapped")
        try fields.encode(value0, forKey: "id")
      }
    }
  }

  /// The fields to set, with their new values.
  public struct BindingActionStandupFormState: Codable, Hashable, Sendable {
    public var title: String?
    /// The time for all attendees together, in seconds; limited to an hour.
    public var seconds: Int?

    public init(title: String? = nil, seconds: Int? = nil) {
      self.title = title
      self.seconds = seconds
    }
  }

  public enum StandupsPathAction: Codable, Hashable, Sendable {
    case detail(StandupDetailAction)
    case meeting(MeetingNotesAction)
    case record(RecordMeetingAction)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "detail": self = .detail(try name.payload(in: decoder))
      case "meeting": self = .meeting(try name.payload(in: decoder))
      case "record": self = .record(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .detail(let value): try container.encode(value, forKey: "detail")
      case .meeting(let value): try container.encode(value, forKey: "meeting")
      case .record(let value): try container.encode(value, forKey: "record")
      }
    }
  }

  public enum StandupDetailAction: Codable, Hashable, Sendable {
    case editButtonTapped
    case cancelEditButtonTapped
    case doneEditingButtonTapped
    case deleteButtonTapped
    /// Observed by the parent, which shows the meeting.
    case meetingTapped(id: UUID)
    /// Observed by the parent, which shows the recording.
    case startMeetingButtonTapped
    case destination(StandupDetailActionDestination)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "editButtonTapped": self = .editButtonTapped
      case "cancelEditButtonTapped": self = .cancelEditButtonTapped
      case "doneEditingButtonTapped": self = .doneEditingButtonTapped
      case "deleteButtonTapped": self = .deleteButtonTapped
      case "meetingTapped":
        let fields = try name.fields(in: decoder)
        self = .meetingTapped(id: try fields.decode(UUID.self, forKey: "id"))
      case "startMeetingButtonTapped": self = .startMeetingButtonTapped
      case "destination": self = .destination(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .editButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "editButtonTapped")
      case .cancelEditButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "cancelEditButtonTapped")
      case .doneEditingButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "doneEditingButtonTapped")
      case .deleteButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "deleteButtonTapped")
      case .meetingTapped(let value0):
        var fields = container.nestedContainer(keyedBy: Name.self, forKey: "meetingTapped")
        try fields.encode(value0, forKey: "id")
      case .startMeetingButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "startMeetingButtonTapped")
      case .destination(let value): try container.encode(value, forKey: "destination")
      }
    }
  }

  public enum StandupDetailActionDestination: Codable, Hashable, Sendable {
    /// An action of what is presented.
    case presented(StandupDetailDestinationAction)
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

  public enum StandupDetailDestinationAction: Codable, Hashable, Sendable {
    case alert(StandupDetailAlert)
    case edit(StandupFormAction)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "alert": self = .alert(try name.payload(in: decoder))
      case "edit": self = .edit(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .alert(let value): try container.encode(value, forKey: "alert")
      case .edit(let value): try container.encode(value, forKey: "edit")
      }
    }
  }

  public enum MeetingNotesAction: Codable, Hashable, Sendable {
    case closeButtonTapped

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "closeButtonTapped": self = .closeButtonTapped
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .closeButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "closeButtonTapped")
      }
    }
  }

  public enum RecordMeetingAction: Codable, Hashable, Sendable {
    case startButtonTapped
    case pauseButtonTapped
    case resumeButtonTapped
    case nextButtonTapped
    case endMeetingButtonTapped
    case alert(RecordMeetingActionAlert)

    public init(from decoder: any Decoder) throws {
      let name = try Name(ofCaseIn: decoder)
      switch name.stringValue {
      case "startButtonTapped": self = .startButtonTapped
      case "pauseButtonTapped": self = .pauseButtonTapped
      case "resumeButtonTapped": self = .resumeButtonTapped
      case "nextButtonTapped": self = .nextButtonTapped
      case "endMeetingButtonTapped": self = .endMeetingButtonTapped
      case "alert": self = .alert(try name.payload(in: decoder))
      default: throw name.unknown(in: decoder)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      switch self {
      case .startButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "startButtonTapped")
      case .pauseButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "pauseButtonTapped")
      case .resumeButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "resumeButtonTapped")
      case .nextButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "nextButtonTapped")
      case .endMeetingButtonTapped: _ = container.nestedContainer(keyedBy: Name.self, forKey: "endMeetingButtonTapped")
      case .alert(let value): try container.encode(value, forKey: "alert")
      }
    }
  }

  public enum RecordMeetingActionAlert: Codable, Hashable, Sendable {
    /// An action of what is presented.
    case presented(RecordMeetingAlert)
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
