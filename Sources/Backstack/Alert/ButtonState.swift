/// A button of an alert or a dialog and the action that a client sends when it is pressed.
public struct ButtonState<Action> {
  /// What the button is for.
  public let role: ButtonStateRole?
  /// What pressing it sends; `nil` just closes.
  public let action: ButtonStateAction<Action>
  public let label: TextState

  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }
}

/// What a button is for.
public enum ButtonStateRole: String, Sendable, Hashable, Codable {
  case cancel, destructive
}

/// What pressing a button does.
public struct ButtonStateAction<Action> {
  /// The action that is sent, if any.
  public let action: Action?

  /// Sends an action, or with `nil` only closes.
  public static func send(_ action: Action?) -> Self { Self(action: action) }
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

/// Lists the buttons of an alert or a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }
  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }
  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }
}
