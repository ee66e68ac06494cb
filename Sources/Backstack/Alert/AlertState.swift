public import FoundationEssentials

/// An alert: a title, buttons and a message.
///
/// Each value that a reducer creates has its own identity, so that an alert that replaces another
/// one stays open. The identity is neither compared nor encoded.
public struct AlertState<Action>: Identifiable, _EphemeralState {
  public let id: UUID
  /// The title, which is a question or a statement.
  public var title: TextState
  /// The buttons, in order.
  public var buttons: [ButtonState<Action>]
  /// The additional text, if there is any.
  public var message: TextState?

  /// Creates an alert with a new identity.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    // Not from the dependency: invisible ids must not use up ids that a test predicts.
    self.init(id: UUID(), title: title(), buttons: actions(), message: message?())
  }

  private init(
    id: UUID, title: TextState, buttons: [ButtonState<Action>], message: TextState?
  ) {
    self.id = id
    self.title = title
    self.buttons = buttons
    self.message = message
  }

  /// Returns the same alert with transformed actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id, title: title, buttons: buttons.map { $0.map(transform) }, message: message)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Equatable where Action: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.buttons == rhs.buttons && lhs.message == rhs.message
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(buttons)
    hasher.combine(message)
  }
}

/// Reflected without the identity, which is not compared.
extension AlertState: CustomReflectable {
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// `{"title": "Delete?", "message": null, "buttons": […]}`.
extension AlertState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AlertStateKey.self)
    try container.encode(title, forKey: .title)
    try container.encode(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
  }
}

extension AlertState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AlertStateKey.self)
    id = UUID()
    title = try container.decode(TextState.self, forKey: .title)
    message = try container.decodeIfPresent(TextState.self, forKey: .message)
    buttons = try container.decodeIfPresent([ButtonState<Action>].self, forKey: .buttons) ?? []
  }
}

private enum AlertStateKey: String, CodingKey {
  case title, message, buttons
}
