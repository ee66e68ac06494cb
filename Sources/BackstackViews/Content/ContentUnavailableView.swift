/// What is shown where there is nothing to show, and what to do about it.
public struct ContentUnavailableView<Title: View, Description: View, Actions: View>: PrimitiveView {
  private let label: Title
  private let description: Description
  private let actions: Actions

  /// Creates what is shown where there is nothing.
  public init(
    @ViewBuilder label: () -> Title, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("empty") {
      writer.label(label)
      writer.identify("d") { writer.children("description", description) }
      writer.identify("a") { writer.children("actions", actions) }
    }
  }
}

extension ContentUnavailableView
where Title == Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public init(
    _ title: some StringProtocol, systemImage: String, description: Text? = nil
  ) {
    self.init(
      label: { Label(title, systemImage: systemImage) }, description: { description },
      actions: { EmptyView() })
  }
}

extension ContentUnavailableView
where Title == Label<Text, Image>, Description == Text?, Actions == EmptyView {
  /// What is shown where a search has found nothing.
  public static var search: ContentUnavailableView {
    ContentUnavailableView(
      "No Results", systemImage: "magnifyingglass",
      description: Text("Check the spelling or try a new search."))
  }

  /// Returns what is shown where a search for a text has found nothing.
  public static func search(text: String) -> ContentUnavailableView {
    ContentUnavailableView(
      "No Results for “\(text)”", systemImage: "magnifyingglass",
      description: Text("Check the spelling or try a new search."))
  }
}
