/// A part of a list or a form, with a header and a footer.
public struct Section<Header: View, Content: View, Footer: View>: PrimitiveView {
  private let header: Header
  private let content: Content
  private let footer: Footer

  /// Creates a section.
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header,
    @ViewBuilder footer: () -> Footer
  ) {
    self.header = header()
    self.content = content()
    self.footer = footer()
  }

  public func _write(to writer: ScreenWriter) {
    // The options of a picker are one list.
    if writer.tags != nil { return content._write(to: writer) }
    writer.node("section") {
      writer.identify("h") { writer.children("header", header) }
      writer.children("children", content, in: header)
      writer.identify("e") { writer.children("footer", footer) }
    }
  }
}

extension Section where Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
    self.init(content: content, header: header, footer: { EmptyView() })
  }

  public init(header: Header, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { header }, footer: { EmptyView() })
  }
}

extension Section where Header == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }
}

extension Section where Header == EmptyView, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Header == Text, Footer == EmptyView {
  /// Creates a section with a title.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
  }
}

extension Section where Header == EmptyView {
  public init(footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { footer })
  }
}

extension Section {
  public init(header: Header, footer: Footer, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { header }, footer: { footer })
  }
}

/// Views that belong together, with a title.
public struct GroupBox<Title: View, Content: View>: PrimitiveView {
  private let section: Section<Title, Content, EmptyView>

  /// Creates views with a title.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Title) {
    section = Section(content: content, header: label, footer: { EmptyView() })
  }

  public func _write(to writer: ScreenWriter) { section._write(to: writer) }
}

extension GroupBox where Title == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(title) })
  }
}

extension GroupBox where Title == EmptyView {
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, label: { EmptyView() })
  }
}

/// Views that a person can unfold.
public struct DisclosureGroup<Title: View, Content: View>: PrimitiveView {
  private let isExpanded: Binding<Bool>?
  private let label: Title
  private let content: Content

  /// Creates views to unfold.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether they are unfolded; `nil` if only the client knows that.
  ///   - content: The views.
  ///   - label: The title.
  public init(
    isExpanded: Binding<Bool>? = nil, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Title
  ) {
    self.isExpanded = isExpanded
    self.content = content()
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("disclosure", isActive: true) {
      writer.label(label)
      if let isExpanded {
        writer.put("open", value: isExpanded.wrappedValue)
        writer.put("send", writer.switching(isExpanded))
      }
      writer.children("children", content, in: label)
    }
  }
}

extension DisclosureGroup where Title == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content, label: { Text(title) })
  }

  public init(
    _ title: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content, label: { Text(title) })
  }
}
