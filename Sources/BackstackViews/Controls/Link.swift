public import FoundationEssentials

/// A control that opens an address.
public struct Link<Title: View>: PrimitiveView {
  private let label: Title
  private let url: URL

  /// Creates a link.
  public init(destination: URL, @ViewBuilder label: () -> Title) {
    url = destination
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("link", isActive: true) {
      writer.label(label)
      writer.put("url", url.absoluteString)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension Link where Title == Text {
  public init(_ title: some StringProtocol, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}

/// A control that shares a text or an address.
public struct ShareLink<Title: View>: PrimitiveView {
  private let label: Title
  private let item: String

  public init(item: String, @ViewBuilder label: () -> Title) {
    self.item = item
    self.label = label()
  }

  public init(item: URL, @ViewBuilder label: () -> Title) {
    self.init(item: item.absoluteString, label: label)
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("share", isActive: true) {
      writer.label(label)
      writer.put("url", item)
      writer.put("disabled", writer.environment.isDisabled)
    }
  }
}

extension ShareLink where Title == Label<Text, Image> {
  /// Creates a control. The subject and the message are the client's choice.
  public init(
    _ title: some StringProtocol, item: String, subject: Text? = nil, message: Text? = nil
  ) {
    self.init(item: item) { Label(title, systemImage: "square.and.arrow.up") }
  }

  /// Creates a control. The subject and the message are the client's choice.
  public init(
    _ title: some StringProtocol, item: URL, subject: Text? = nil, message: Text? = nil
  ) {
    self.init(title, item: item.absoluteString)
  }

  // The compiler infers no type of a title that is left out.
  /// Creates a control with the title "Share".
  public init(item: String, subject: Text? = nil, message: Text? = nil) {
    self.init("Share", item: item)
  }

  /// Creates a control with the title "Share".
  public init(item: URL, subject: Text? = nil, message: Text? = nil) {
    self.init("Share", item: item)
  }
}
