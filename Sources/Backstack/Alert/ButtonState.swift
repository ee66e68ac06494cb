/// A button of an alert or a dialog and the action that a client sends when it is pressed.
public struct ButtonState<Action> {
  /// What the button is for.
  public let role: ButtonStateRole?
  /// What pressing it sends; `nil` just closes.
  public let action: ButtonStateAction<Action>
  /// What stands on the button.
  public let label: TextState

  /// A button that may send an action, or only closes.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// A button that sends an action.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }
}

extension ButtonState {
  /// The same button, which sends another action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform), label: { label })
  }

  /// Runs a closure with the action that pressing the button sends, if any.
  ///
  /// - Throws: What the closure throws.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    try perform(action.action)
  }
}

/// What a button is for.
public enum ButtonStateRole: String, Sendable, Hashable, CaseIterable, Codable {
  /// Leaves everything as it is.
  case cancel
  /// Destroys something.
  case destructive
}

/// What pressing a button does.
public struct ButtonStateAction<Action> {
  /// The action that is sent, if any.
  public let action: Action?

  /// Sends an action, or with `nil` only closes.
  ///
  /// There is no animation to give: how a state comes to be shown is the clients' affair.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// The same with another action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

/// Shown with what it has: `ButtonState(role: .cancel, action: .no, label: "No")`.
extension ButtonState: CustomReflectable {
  public var customMirror: Mirror {
    var children: [Mirror.Child] = []
    if let role { children.append(("role", role)) }
    if let action = action.action { children.append(("action", action)) }
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}

/// `{"label": "Delete", "role": "destructive", "action": …}`: the action is what to send as
/// `presented`.
extension ButtonState: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ButtonStateKey.self)
    try container.encode(label, forKey: .label)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encodeIfPresent(action.action, forKey: .action)
  }
}

extension ButtonState: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ButtonStateKey.self)
    label = try container.decode(TextState.self, forKey: .label)
    role = try container.decodeIfPresent(ButtonStateRole.self, forKey: .role)
    action = .send(try container.decodeIfPresent(Action.self, forKey: .action))
  }
}

private enum ButtonStateKey: String, CodingKey {
  case label, role, action
}
