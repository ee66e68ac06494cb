/// What a button does, for its looks.
public struct ButtonRole: Sendable, Hashable {
  let name: String
  public static let cancel = ButtonRole(name: "cancel")
  public static let destructive = ButtonRole(name: "destructive")
  public static let confirm = ButtonRole(name: "confirm")
  public static let close = ButtonRole(name: "close")
}

/// A control that sends actions.
public struct Button<Title: View>: PrimitiveView {
  private let role: ButtonRole?
  private let action: () -> Void
  private let label: Title

  /// Creates a button.
  ///
  /// The closure runs while the screen is evaluated, to find out what it sends: it should do nothing
  /// else. A button whose closure sends nothing can't be used.
  public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Title) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button.
  public init(action: @escaping () -> Void, @ViewBuilder label: () -> Title) {
    self.init(role: nil, action: action, label: label)
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("button", isActive: true) {
      writer.label(label)
      writer.put("role", role?.name)
      writer.putStyle(.button)
      writer.put("send", writer.recorder.actions(of: closing(writer.environment)))
      writer.put("disabled", writer.environment.isDisabled)
    }
  }

  /// Returns what the button does, and what closes the dialog that it is in.
  private func closing(_ environment: ScreenWriter.Environment) -> () -> Void {
    guard let close = environment.closing else { return action }
    return { [action] in
      action()
      close()
    }
  }
}

extension Button where Title == Text {
  /// Creates a button with a text.
  public init(_ title: some StringProtocol, action: @escaping () -> Void) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// Creates a button with a text and a role.
  public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Title == Label<Text, Image> {
  /// Creates a button with a text and an icon.
  public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
  }

  /// Creates a button with a text and an icon of a host's style sheet.
  public init(
    _ title: some StringProtocol, image: String, role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) {
    self.init(role: role, action: action) { Label(title, image: image) }
  }
}

/// Controls that a button unfolds.
public struct Menu<Title: View, Content: View>: PrimitiveView {
  private let label: Title
  private let content: Content

  /// Creates a menu.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title) {
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("menu", isActive: true) {
      writer.label(label)
      writer.put("disabled", writer.environment.isDisabled)
      writer.children("children", content)
    }
  }
}

extension Menu where Title == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Title == Label<Text, Image> {
  public init(
    _ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Label(title, systemImage: systemImage) }
  }
}
