// Modifiers that change what a person can do.

/// The edge of a row from which its actions are swiped.
public enum HorizontalEdge: String, Sendable { case leading, trailing }

/// The keys that press a button.
public struct KeyEquivalent: Sendable, Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
  let name: String
  public init(_ character: Character) { name = String(character) }
  public init(extendedGraphemeClusterLiteral value: Character) { name = String(value) }
  public static let `return` = KeyEquivalent("\r")
  public static let escape = KeyEquivalent("\u{1B}")
}

/// A key that presses a button.
public struct KeyboardShortcut: Sendable, Hashable {
  let name: String
  public static let defaultAction = KeyboardShortcut(name: "defaultAction")
  public static let cancelAction = KeyboardShortcut(name: "cancelAction")
}

/// The keys that are held with another one.
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let command = EventModifiers(rawValue: 1)
  public static let shift = EventModifiers(rawValue: 2)
  public static let option = EventModifiers(rawValue: 4)
  public static let control = EventModifiers(rawValue: 8)
}

/// The fields in which return submits something.
public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  /// Makes the controls unusable.
  public func disabled(_ isDisabled: Bool) -> some View {
    ModifiedView(self) { writer, write in
      writer.with({ $0.isDisabled = $0.isDisabled || isDisabled }, write)
    }
  }

  /// Adds actions to a row.
  public func swipeActions<Content: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Content
  ) -> some View {
    let buttons = content()
    return ModifiedView(self) { writer, write in
      let items =
        edge == .leading ? AnyView(buttons.member("edge", edge.rawValue)) : AnyView(buttons)
      let name = edge == .leading ? "l" : "s"
      writer.appending("swipe", nodes: writer.nodes(name, of: items), to: write)
    }
  }

  /// Adds a menu to a view.
  public func contextMenu<Content: View>(@ViewBuilder menuItems: () -> Content) -> some View {
    let items = menuItems()
    return ModifiedView(self) { writer, write in
      writer.adding("menu", json: writer.nodes("m", of: items), to: write)
    }
  }

  /// Sends actions when a person taps the view.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    sending("tap", action)
  }

  /// Sends actions when a person presses return in a text field.
  public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View {
    ModifiedView(self) { writer, write in
      let sent = writer.recorder.actions(of: action)
      writer.with({ $0.submit = sent ?? $0.submit }, write)
    }
  }

  /// Says which key presses the button.
  public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View {
    member("shortcut", shortcut.name)
  }

  /// Says which key presses the button.
  public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    member("shortcut", key.name)
  }

  /// Says that the view is the one of several that is chosen.
  public func selected(_ isSelected: Bool = true) -> some View {
    member("selected", isSelected ? true : nil)
  }

  /// Shows a problem at a field.
  public func fieldError(_ text: String?) -> some View { member("error", text) }

  /// Says that a field must not stay empty.
  public func required(_ isRequired: Bool = true) -> some View {
    member("required", isRequired ? true : nil)
  }
}
