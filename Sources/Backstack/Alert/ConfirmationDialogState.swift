public import FoundationEssentials

/// A dialog that asks which of several actions to take: a title, buttons and a message.
///
/// Each value that a reducer creates has its own identity, so that a dialog that replaces another
/// one stays open. The identity is neither compared nor encoded.
public struct ConfirmationDialogState<Action>: Identifiable, _EphemeralState {
  private let identity: EphemeralID
  public var id: UUID { identity.value }
  /// The title, which is a question.
  public var title: TextState
  /// Whether a client shows the title.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// The buttons, in order.
  public var buttons: [ButtonState<Action>]
  /// The additional text, if there is any.
  public var message: TextState?

  /// Creates a dialog with a new identity.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      EphemeralID(), title: title(), titleVisibility: titleVisibility, buttons: actions(),
      message: message?())
  }

  private init(
    _ identity: EphemeralID, title: TextState,
    titleVisibility: ConfirmationDialogStateTitleVisibility,
    buttons: [ButtonState<Action>], message: TextState?
  ) {
    self.identity = identity
    self.title = title
    self.titleVisibility = titleVisibility
    self.buttons = buttons
    self.message = message
  }

  /// Returns the same dialog with transformed actions.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      identity, title: title, titleVisibility: titleVisibility,
      buttons: buttons.map { $0.map(transform) }, message: message)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}

/// Reflected without the identity, which is not compared.
extension ConfirmationDialogState: CustomReflectable {
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("title", title)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// `{"title": "Delete?", "titleVisibility": "automatic", "message": null, "buttons": […]}`.
extension ConfirmationDialogState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ConfirmationDialogStateKey.self)
    try container.encode(title, forKey: .title)
    try container.encode(titleVisibility, forKey: .titleVisibility)
    try container.encode(message, forKey: .message)
    try container.encode(buttons, forKey: .buttons)
  }
}

extension ConfirmationDialogState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ConfirmationDialogStateKey.self)
    identity = EphemeralID()
    title = try container.decode(TextState.self, forKey: .title)
    titleVisibility =
      try container.decodeIfPresent(
        ConfirmationDialogStateTitleVisibility.self, forKey: .titleVisibility) ?? .automatic
    message = try container.decodeIfPresent(TextState.self, forKey: .message)
    buttons = try container.decodeIfPresent([ButtonState<Action>].self, forKey: .buttons) ?? []
  }
}

private enum ConfirmationDialogStateKey: String, CodingKey {
  case title, titleVisibility, message, buttons
}

/// Whether a client shows the title of a dialog.
public enum ConfirmationDialogStateTitleVisibility: String, Sendable, Hashable, CaseIterable,
  Codable
{
  /// The client decides.
  case automatic
  /// The title is not shown.
  case hidden
  /// The title is shown.
  case visible
}
