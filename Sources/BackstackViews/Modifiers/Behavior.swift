// Modifiers that change what a person can do.

/// The edge of a row from which its actions are swiped.
public enum HorizontalEdge: String, Sendable { case leading, trailing }

/// The keys that press a button.
public struct KeyEquivalent: Sendable, Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
  private let character: Character
  public init(_ character: Character) { self.character = character }
  public init(extendedGraphemeClusterLiteral value: Character) { character = value }

  /// The name of the key, as events of browsers have it.
  var name: String {
    switch character {
    case "\r": "Enter"
    case "\u{1B}": "Escape"
    default: String(character)
    }
  }

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

extension ScreenWriter.Environment {
  private enum SearchSubmit {}

  /// What return in the field of a search sends.
  var searchSubmit: SentActions? {
    get { values[ObjectIdentifier(SearchSubmit.self)] as? SentActions }
    set { values[ObjectIdentifier(SearchSubmit.self)] = newValue }
  }
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
      writer.adding("swipe", name, items, appends: true, to: write)
    }
  }

  /// Adds a menu to the view; a client shows no preview.
  public func contextMenu<Content: View>(
    @ViewBuilder menuItems: () -> Content, @ViewBuilder preview: () -> some View
  ) -> some View {
    contextMenu(menuItems: menuItems)
  }

  /// Adds a menu to the view.
  public func contextMenu<Content: View>(@ViewBuilder menuItems: () -> Content) -> some View {
    let items = menuItems()
    return ModifiedView(self) { writer, write in
      writer.adding("menu", "m", items, to: write)
    }
  }

  /// Sends actions when a person taps the view. No client counts taps: one of several taps sends nothing,
  /// and is reported.
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    ModifiedView(self) { writer, write in
      guard count == 1 else {
        reportViewIssue(
          "No client counts taps, so '.onTapGesture(count: \(count))' sends nothing.")
        return write()
      }
      writer.adding("tap", writer.recorder.actions(of: action), to: write)
    }
  }

  /// Sends actions when a person presses return in a text field, or in the field of a search.
  public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View {
    ModifiedView(self) { writer, write in
      guard let sent = writer.recorder.actions(of: action) else { return write() }
      writer.with(
        {
          // What is around is done, too.
          if triggers.contains(.text) { $0.submit = sent.appending($0.submit) }
          if triggers.contains(.search) { $0.searchSubmit = sent.appending($0.searchSubmit) }
        }, write)
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
