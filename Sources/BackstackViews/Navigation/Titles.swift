/// Where a toolbar shows a view.
public struct ToolbarItemPlacement: Sendable, Hashable {
  let name: String
  public static let automatic = ToolbarItemPlacement(name: "automatic")
  public static let principal = ToolbarItemPlacement(name: "principal")
  public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
  public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
  public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
  public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
  public static let destructiveAction = ToolbarItemPlacement(name: "destructiveAction")
  public static let navigation = ToolbarItemPlacement(name: "navigation")
  public static let bottomBar = ToolbarItemPlacement(name: "bottomBar")
  public static let keyboard = ToolbarItemPlacement(name: "bottomBar")
  public static let status = ToolbarItemPlacement(name: "status")
  public static let topBarLeading = ToolbarItemPlacement(name: "navigation")
  public static let topBarTrailing = ToolbarItemPlacement(name: "primaryAction")
  public static let navigationBarLeading = ToolbarItemPlacement(name: "navigation")
  public static let navigationBarTrailing = ToolbarItemPlacement(name: "primaryAction")
}

/// A view in a toolbar, with its place there.
public struct ToolbarItem<Content: View>: PrimitiveView {
  private let placement: ToolbarItemPlacement
  private let content: Content

  public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.placement = placement
    self.content = content()
  }

  public func _write(to writer: ScreenWriter) {
    guard placement != .automatic else { return content._write(to: writer) }
    writer.adding("placement", json: writer.encoded(placement.name)) {
      content._write(to: writer)
    }
  }
}

/// Several views in a toolbar, with their place there.
public typealias ToolbarItemGroup = ToolbarItem

/// The views of a toolbar.
public typealias ToolbarContent = View
/// The builder of a toolbar's views.
public typealias ToolbarContentBuilder = ViewBuilder

/// Where the field of a search is, which a client chooses.
public struct SearchFieldPlacement: Sendable {
  /// Whether the field is there before a person asks for it.
  public enum NavigationBarDrawerDisplayMode: Sendable { case automatic, always }

  public static let automatic = Self()
  public static let sidebar = Self()
  public static let toolbar = Self()
  public static let navigationBarDrawer = Self()
  public static func navigationBarDrawer(
    displayMode: NavigationBarDrawerDisplayMode
  ) -> Self {
    Self()
  }
}

/// A text, or what has one: the title of a screen.
public protocol ScreenTitle {
  /// The characters; `nil` if there are none.
  var titleText: String? { get }
}

extension String: ScreenTitle {
  public var titleText: String? { self }
}

extension Substring: ScreenTitle {
  public var titleText: String? { String(self) }
}

extension Text: ScreenTitle {
  public var titleText: String? { string }
}

extension Binding: ScreenTitle where Value == String {
  public var titleText: String? { wrappedValue }
}

/// How a title is shown, which a client chooses.
public enum NavigationBarTitleDisplayMode: Sendable { case automatic, inline, large }

/// The heights that a sheet can have.
public enum PresentationDetent: String, Sendable, Hashable {
  case medium, large

  /// Returns the height of a part of the screen: a client chooses one of its own.
  public static func fraction(_ fraction: Double) -> PresentationDetent {
    fraction > 0.5 ? .large : .medium
  }

  /// Returns a height: a client chooses one of its own.
  public static func height(_ height: Double) -> PresentationDetent { .medium }
}

extension View {
  /// Sets the title of the screen. A client offers no change of a binding.
  public func navigationTitle(_ title: some ScreenTitle) -> some View {
    LevelModifier(self) { $0.level.title = $0.level.title ?? title.titleText }
  }

  /// Sets the second title of the screen.
  public func navigationSubtitle(_ title: some StringProtocol) -> some View {
    LevelModifier(self) { $0.level.subtitle = $0.level.subtitle ?? String(title) }
  }

  public func navigationBarTitle(
    _ title: some ScreenTitle, displayMode: NavigationBarTitleDisplayMode = .automatic
  ) -> some View {
    navigationTitle(title).navigationBarTitleDisplayMode(displayMode)
  }
  public func navigationBarTitleDisplayMode(_ mode: NavigationBarTitleDisplayMode) -> some View {
    self
  }

  /// Takes away the button that goes back.
  public func navigationBarBackButtonHidden(_ isHidden: Bool = true) -> some View {
    LevelModifier(self) { if isHidden { $0.level.hidesBackButton = true } }
  }

  /// Says that only the sheet's own controls close it.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    LevelModifier(self) { if isDisabled { $0.level.isDismissalDisabled = true } }
  }

  /// Says which heights a sheet can have.
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
    LevelModifier(self) { writer in
      let names = detents.map(\.rawValue).sorted()
      if let json = writer.encoded(names) { writer.level.put("detents", json) }
    }
  }

  /// Adds views to the screen's toolbar.
  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    let items = content()
    return LevelModifier(self) { writer in
      let name = "b\(writer.level.toolbarCount)"
      writer.level.toolbarCount += 1
      guard let nodes = writer.nodes(name, of: items) else { return }
      writer.level.toolbar =
        writer.level.toolbar.isEmpty
        ? nodes : writer.level.toolbar.dropLast() + [UInt8(ascii: ",")] + nodes.dropFirst()
    }
  }

  /// Adds a field to search in what the screen shows.
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text
  ) -> some View {
    searchable(text: text, placement: placement, prompt: prompt.string)
  }

  /// Adds a field to search in what the screen shows.
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: String? = nil
  ) -> some View {
    LevelModifier(self) { writer in
      let field = ModifiedView(TextField(prompt ?? "Search", text: text)) { writer, write in
        writer.with({ $0.submit = $0.searchSubmit }, write)
      }
      guard let nodes = writer.nodes("s", of: field) else { return }
      writer.level.put("search", Array(nodes.dropFirst().dropLast()))
    }
  }

  /// Lets a person ask for what is new.
  public func refreshable(action: @escaping () async -> Void) -> some View {
    LevelModifier(self) { writer in
      guard let sent = writer.recorder.actions(of: action) else { return }
      writer.level.put("refresh", sent.json)
    }
  }

  /// Sends actions once a client begins to show the screen.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    LevelModifier(self) { writer in
      guard let action, let sent = writer.recorder.actions(of: action) else { return }
      writer.level.appear = writer.level.appear?.appending(sent) ?? sent
    }
  }

  /// Sends actions once a client begins to show the screen: those that the closure sends before it
  /// waits for something.
  public func task(
    priority: TaskPriority = .userInitiated, action: @escaping () async -> Void
  ) -> some View {
    LevelModifier(self) { writer in
      guard let sent = writer.recorder.actions(of: action) else { return }
      writer.level.appear = writer.level.appear?.appending(sent) ?? sent
    }
  }
}

extension View {
  @available(
    *, unavailable,
    message:
      "A client does not send when a value changes: let the reducer run the effect, as '.onChange(of:)' of a reducer does; '.task { … }' is for the first time."
  )
  public func task(
    id: some Equatable, priority: TaskPriority = .userInitiated,
    action: @escaping () async -> Void
  ) -> some View {
    self
  }

  /// Shows views at an edge of the view.
  public func safeAreaInset(
    edge: VerticalEdge, spacing: Double? = nil, @ViewBuilder content: () -> some View
  ) -> some View {
    InsetView(content: self, inset: content(), isAbove: edge == .top)
  }
}

/// The edge above or below a view.
public enum VerticalEdge: Sendable { case top, bottom }

/// A view with another one above or below it.
private struct InsetView<Content: View, Inset: View>: PrimitiveView {
  let content: Content
  let inset: Inset
  let isAbove: Bool

  func _write(to writer: ScreenWriter) {
    if isAbove { writer.identify("i") { inset._write(to: writer) } }
    content._write(to: writer)
    if !isAbove { writer.identify("i") { inset._write(to: writer) } }
  }
}

/// A view that says something about its screen.
private struct LevelModifier<Content: View>: PrimitiveView {
  private let content: Content
  private let change: (ScreenWriter) -> Void

  init(_ content: Content, _ change: @escaping (ScreenWriter) -> Void) {
    self.content = content
    self.change = change
  }

  // The outer modifiers come first: a view's title counts more than one inside.
  func _write(to writer: ScreenWriter) {
    change(writer)
    content._write(to: writer)
  }
}
