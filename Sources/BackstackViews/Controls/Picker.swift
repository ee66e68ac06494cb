/// A control to choose one of several values.
public struct Picker<Title: View, Selection: Hashable, Content: View>: PrimitiveView {
  private let label: Title
  private let selection: Binding<Selection>
  private let content: Content

  /// Creates a control.
  ///
  /// - Parameter content: The options, each with the value that its `tag` says; those of a `ForEach`
  ///   have the ids of its elements.
  public init(
    selection: Binding<Selection>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Title
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("picker", isActive: true) {
      writer.label(label)
      writer.put("value", json: writer.json(selection.wrappedValue))
      writer.put("options", selection, content)
      writer.putStyle(.picker)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Picker {
  /// Creates a control with a view as its label.
  public init(
    selection: Binding<Selection>, label: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker where Title == Text {
  public init(
    _ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

extension Picker where Title == Label<Text, Image> {
  public init(
    _ title: some StringProtocol, systemImage: String, selection: Binding<Selection>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Label(title, systemImage: systemImage) }
  }
}

extension ScreenWriter {
  /// Writes the options of a choice, and the template that chooses one.
  fileprivate func put<Selection: Hashable>(
    _ key: StaticString, _ selection: Binding<Selection>, _ content: some View
  ) {
    let outer = tags
    tags = []
    children(key, content)
    let values = (tags ?? []).compactMap { $0 as? Selection }
    tags = outer
    guard let first = values.first else { return }
    let second = values.first { $0 != first }
    put(
      "send", second.map { template(selection, samples: (first, $0)) } ?? sent(by: selection, first)
    )
  }
}

extension View {
  /// Says which value this option of a `Picker`, or tab of a `TabView`, stands for.
  public func tag<Value: Hashable>(_ tag: Value) -> some View { Tagged(tag: tag, content: self) }
}

/// A view that stands for a value.
struct Tagged<Value: Hashable, Content: View>: PrimitiveView {
  let tag: Value
  let content: Content

  func _write(to writer: ScreenWriter) {
    writer.tags?.append(tag)
    writer.adding("value", json: (tag as? any Encodable).flatMap { writer.encoded($0) }) {
      content._write(to: writer)
    }
  }
}
