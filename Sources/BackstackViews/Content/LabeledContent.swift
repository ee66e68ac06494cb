public import FoundationEssentials

/// A value with its name.
public struct LabeledContent<Title: View, Content: View>: PrimitiveView {
  private let label: Title
  private let content: Content

  /// Creates a value with its name.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title) {
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("labeled") {
      writer.label(label)
      writer.children("children", content, in: label)
    }
  }
}

extension LabeledContent where Title == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(title) })
  }
}

extension LabeledContent where Title == Text, Content == Text {
  public init(_ title: some StringProtocol, value: some StringProtocol) {
    self.init(content: { Text(value) }, label: { Text(title) })
  }

  /// Creates a value in a format, with its name.
  public init<F: FormatStyle>(_ title: some StringProtocol, value: F.FormatInput, format: F)
  where F.FormatOutput == String {
    self.init(content: { Text(value, format: format) }, label: { Text(title) })
  }
}
