public import FoundationEssentials

/// A state without its own behaviour that any of its actions closes: an alert or a dialog.
public protocol _EphemeralState {
  /// The type of the actions that its buttons send.
  associatedtype Action
}

/// The identity of an alert or a dialog. All identities are equal, so that states are compared by
/// what a client shows.
struct EphemeralID: Hashable, Sendable {
  // Not from the dependency: invisible ids must not use up ids that a test predicts.
  let value = UUID()

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into _: inout Hasher) {}
}

/// An alert: a title, buttons and a message.
///
/// Each value that a reducer creates has its own identity, so that an alert that replaces another
/// one stays open. The identity is neither compared nor encoded.
public struct AlertState<Action>: Identifiable, _EphemeralState {
  private let identity: EphemeralID
  public var id: UUID { identity.value }
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
    self.init(EphemeralID(), title: title(), buttons: actions(), message: message?())
  }

  private init(
    _ identity: EphemeralID, title: TextState, buttons: [ButtonState<Action>], message: TextState?
  ) {
    self.identity = identity
    self.title = title
    self.buttons = buttons
    self.message = message
  }

  /// Returns the same alert with transformed actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> AlertState<NewAction> {
    AlertState<NewAction>(
      identity, title: title, buttons: buttons.map { $0.map(transform) }, message: message)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}

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
    identity = EphemeralID()
    title = try container.decode(TextState.self, forKey: .title)
    message = try container.decodeIfPresent(TextState.self, forKey: .message)
    buttons = try container.decodeIfPresent([ButtonState<Action>].self, forKey: .buttons) ?? []
  }
}

private enum AlertStateKey: String, CodingKey {
  case title, message, buttons
}
