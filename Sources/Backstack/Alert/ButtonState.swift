/// A button of an alert or a dialog, with the action that a client sends when it is pressed.
public struct ButtonState<Action> {
  /// The purpose of the button.
  public let role: ButtonStateRole?
  /// The action that pressing the button sends; with `nil` the button only closes.
  public let action: ButtonStateAction<Action>
  /// The text of the button.
  public let label: TextState

  /// Creates a button that sends an action or only closes.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button that sends an action.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }
}

extension ButtonState {
  /// Returns the same button with a transformed action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(role: role, action: action.map(transform), label: { label })
  }

  /// Runs a closure with the action that pressing the button sends, if any.
  ///
  /// - Throws: The error that the closure throws.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    try perform(action.action)
  }
}

/// The purpose of a button.
public enum ButtonStateRole: String, Sendable, Hashable, CaseIterable, Codable {
  /// The button leaves everything unchanged.
  case cancel
  /// The button destroys something.
  case destructive
}

/// The effect of pressing a button.
public struct ButtonStateAction<Action> {
  /// The action that is sent, if any.
  public let action: Action?

  /// Sends an action; with `nil`, only closes.
  public static func send(_ action: Action?) -> Self { Self(action: action) }

  /// Returns the same with a transformed action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

/// Reflected with the properties that are set: `ButtonState(role: .cancel, action: .no, label:
/// "No")`.
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

/// `{"label": "Delete", "role": "destructive", "action": …}`: clients send the action as
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

/// A builder of the buttons of an alert or a dialog.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// Builds one button.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  /// Builds buttons in their order.
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// Builds the buttons of a loop.
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    parts.flatMap { $0 }
  }

  /// Builds the buttons under an `if` without `else`.
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }

  /// Builds the buttons under `if #available`.
  public static func buildLimitedAvailability(
    _ part: [ButtonState<Action>]
  ) -> [ButtonState<Action>] {
    part
  }

  /// Builds the buttons of the first of two branches.
  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  /// Builds the buttons of the second of two branches.
  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }
}
