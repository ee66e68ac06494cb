/// Several views of which one is shown.
public struct TabView<Selection: Hashable, Content: View>: PrimitiveView {
  private let selection: Binding<Selection>
  private let content: Content

  /// Creates a view of tabs.
  ///
  /// - Parameters:
  ///   - selection: The value of the tab that is shown.
  ///   - content: The tabs: views with a `tag` and a `tabItem`, or `Tab`s.
  public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("tabs", isActive: true) {
      let selected = selection.wrappedValue
      writer.put("value", json: writer.json(selected))
      let (tags, tab) = (writer.tags, writer.isTabSelected)
      writer.tags = []
      writer.isTabSelected = { $0 as? Selection == selected }
      writer.children("children", content)
      let values = writer.values(of: writer.tags ?? [], for: selection, of: "TabView")
      (writer.tags, writer.isTabSelected) = (tags, tab)
      guard let first = values.first, let second = values.first(where: { $0 != first }) else {
        return
      }
      writer.put("send", writer.template(selection, samples: (first, second), others: values))
    }
  }
}

/// A tab of a ``TabView``.
public struct Tab<Value: Hashable, Content: View, Title: View>: PrimitiveView {
  private let value: Value
  private let content: Content
  private let label: Title

  public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title
  ) {
    self.value = value
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    let isSelected = writer.isTabSelected?(value) ?? false
    let tags = (writer.tags ?? []) + [value]
    writer.tags = nil
    writer.node("tab", isActive: true) {
      writer.label(label)
      writer.put("value", json: writer.json(value))
      // The others are evaluated once they are shown.
      if isSelected { writer.children("children", content) }
    }
    writer.tags = tags
  }
}

extension Tab where Title == Label<Text, Image> {
  public init(
    _ title: some StringProtocol, systemImage: String, value: Value,
    @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Label(title, systemImage: systemImage) }
  }
}

extension View {
  /// Says how the tab of this view looks. The `tag` goes outside of it.
  public func tabItem<Title: View>(@ViewBuilder _ label: () -> Title) -> some View {
    TabItem(content: self, label: label())
  }
}

/// A view in a tab, as in earlier versions of SwiftUI: `view.tabItem { … }.tag(…)`.
private struct TabItem<Content: View, Title: View>: PrimitiveView {
  let content: Content
  let label: Title

  func _write(to writer: ScreenWriter) {
    let tags = writer.tags
    let isSelected = tags?.last.map { writer.isTabSelected?($0) ?? false } ?? false
    writer.tags = nil
    writer.node("tab", isActive: true) {
      writer.label(label)
      if isSelected { writer.children("children", content) }
    }
    writer.tags = tags
  }
}
