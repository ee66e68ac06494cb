extension AlertState {
  /// Creates an alert with any number of buttons.
  @available(*, deprecated, message: "Write 'init(title:actions:message:)'.")
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(title: { title }, message: message.map { message in { message } })
    self.buttons = buttons
  }

  /// Creates an alert with one button, or none.
  @available(*, deprecated, message: "Write 'init(title:actions:message:)'.")
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: { title }, message: message.map { message in { message } })
    buttons = dismissButton.map { [$0] } ?? []
  }

  /// Creates an alert with two buttons.
  @available(*, deprecated, message: "Write 'init(title:actions:message:)'.")
  public init(
    title: TextState, message: TextState? = nil,
    primaryButton: ButtonState<Action>, secondaryButton: ButtonState<Action>
  ) {
    self.init(title: { title }, message: message.map { message in { message } })
    buttons = [primaryButton, secondaryButton]
  }
}

extension ConfirmationDialogState {
  /// Creates a dialog with any number of buttons.
  @available(*, deprecated, message: "Write 'init(titleVisibility:title:actions:message:)'.")
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.init(
      titleVisibility: titleVisibility, title: { title },
      message: message.map { message in { message } })
    self.buttons = buttons
  }
}

extension ButtonState {
  /// Creates a button that leaves everything unchanged.
  @available(*, deprecated, message: "Write 'ButtonState(role: .cancel, action:label:)'.")
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// Creates a button without a role.
  @available(*, deprecated, message: "Write 'ButtonState(action:label:)'.")
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// Creates a button that destroys something.
  @available(*, deprecated, message: "Write 'ButtonState(role: .destructive, action:label:)'.")
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }
}
