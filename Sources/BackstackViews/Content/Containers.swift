public import FoundationEssentials

// Views that contain others.

/// How views are aligned in a column.
public enum HorizontalAlignment: String, Sendable { case leading, center, trailing }

/// How views are aligned in a row.
public enum VerticalAlignment: String, Sendable {
  case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// How views are aligned one over the other.
public enum Alignment: Sendable {
  case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading
  case bottomTrailing
}

/// A row of views.
public struct HStack<Content: View>: PrimitiveView {
  private let alignment: VerticalAlignment
  private let content: Content

  /// Creates a row.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("row") {
      if alignment != .center { writer.put("align", alignment.rawValue) }
      writer.children("children", content)
    }
  }
}

/// A column of views.
public struct VStack<Content: View>: PrimitiveView {
  private let alignment: HorizontalAlignment
  private let content: Content

  /// Creates a column.
  public init(
    alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("column") {
      if alignment != .center { writer.put("align", alignment.rawValue) }
      writer.children("children", content)
    }
  }
}

/// A row whose views a client may load as they are shown: all are sent.
public typealias LazyHStack = HStack
/// A column whose views a client may load as they are shown: all are sent.
public typealias LazyVStack = VStack

/// A column or a row of a grid, which a client lays out by itself.
public struct GridItem: Sendable {
  /// The size of a column or a row.
  public enum Size: Sendable {
    case fixed(Double)
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }

  public init(
    _ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil
  ) {}
}

/// Views in the columns of a grid: they are sent as a column.
public struct LazyVGrid<Content: View>: ContainerView {
  public static var kind: StaticString { "column" }
  public let content: Content

  /// Creates a grid.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// Views in the rows of a grid: they are sent as a row.
public struct LazyHGrid<Content: View>: ContainerView {
  public static var kind: StaticString { "row" }
  public let content: Content

  /// Creates a grid.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
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

extension View {
  /// Shows a view over this one.
  public func overlay(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    let content = content()
    return ZStack {
      self
      content
    }
  }

  /// Shows a view over this one.
  public func overlay(_ view: some View, alignment: Alignment = .center) -> some View {
    overlay(alignment: alignment) { view }
  }
}

/// A view whose node only has a kind and children.
public protocol ContainerView: PrimitiveView {
  associatedtype Content: View
  static var kind: StaticString { get }
  var content: Content { get }
}

extension ContainerView {
  public func _write(to writer: ScreenWriter) {
    writer.node(Self.kind) { writer.children("children", content) }
  }
}

/// Views one over the other.
public struct ZStack<Content: View>: ContainerView {
  public static var kind: StaticString { "layers" }
  public let content: Content

  /// Creates views one over the other.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

/// Rows whose views are aligned in columns.
public struct Grid<Content: View>: ContainerView {
  public static var kind: StaticString { "grid" }
  public let content: Content

  /// Creates a grid.
  public init(
    alignment: Alignment = .center, horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

/// A row of a grid.
public struct GridRow<Content: View>: ContainerView {
  public static var kind: StaticString { "gridRow" }
  public let content: Content

  /// Creates a row.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// The fields of a form.
public struct Form<Content: View>: ContainerView {
  public static var kind: StaticString { "form" }
  public let content: Content

  /// Creates a form.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// Controls that belong together.
public struct ControlGroup<Content: View>: ContainerView {
  public static var kind: StaticString { "row" }
  public let content: Content

  /// Creates a group.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// The axes of a view that scrolls.
public struct Axis: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let horizontal = Axis(rawValue: 1)
  public static let vertical = Axis(rawValue: 2)
  public typealias Set = Axis
}

/// A view that scrolls where its content has no room.
public struct ScrollView<Content: View>: PrimitiveView {
  private let axes: Axis
  private let content: Content

  /// Creates a view that scrolls.
  public init(
    _ axes: Axis = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) {
    self.axes = axes
    self.content = content()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("scroll") {
      if axes == .horizontal { writer.put("axis", "horizontal") }
      writer.children("children", content)
    }
  }
}

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
      writer.children("children", content)
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
      writer.children("children", content)
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
      writer.children("children", content)
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

/// Room between views.
public struct Spacer: PrimitiveView {
  public init(minLength: Double? = nil) {}
  public func _write(to writer: ScreenWriter) { writer.node("spacer") {} }
}

/// A line between views.
public struct Divider: PrimitiveView {
  public init() {}
  public func _write(to writer: ScreenWriter) {
    // Between the options of a picker is nothing to choose.
    if writer.tags == nil { writer.node("divider") {} }
  }
}

/// Progress of something, or that something is going on.
public struct ProgressView<Title: View>: PrimitiveView {
  private let label: Title
  private let value: Double?
  private let total: Double

  /// Creates the progress of something.
  ///
  /// - Parameters:
  ///   - value: How much is done; `nil` if that is not known.
  ///   - total: How much there is to do.
  ///   - label: The title.
  public init(
    value: (some BinaryFloatingPoint)?, total: Double = 1,
    @ViewBuilder label: () -> Title
  ) {
    self.value = value.map { Double($0) }
    self.total = total
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("progress") {
      writer.label(label)
      writer.putStyle(.progress)
      if let value {
        writer.put("value", value: min(max(value, 0), total))
        if total != 1 { writer.put("total", value: total) }
      }
    }
  }
}

extension ProgressView where Title == EmptyView {
  public init() { self.init(value: Double?.none) { EmptyView() } }

  public init(value: (some BinaryFloatingPoint)?, total: Double = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView {
  public init(@ViewBuilder label: () -> Title) {
    self.init(value: Double?.none, label: label)
  }
}

extension ProgressView where Title == Text {
  public init(_ title: some StringProtocol) { self.init(value: Double?.none) { Text(title) } }

  public init(
    _ title: some StringProtocol, value: (some BinaryFloatingPoint)?,
    total: Double = 1
  ) {
    self.init(value: value, total: total) { Text(title) }
  }
}

/// A value in a range.
public struct Gauge<Title: View>: PrimitiveView {
  private let label: Title
  private let value: Double
  private let bounds: ClosedRange<Double>

  /// Creates a gauge.
  public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Title
  ) {
    self.value = Double(value)
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.label = label()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("gauge") {
      writer.label(label)
      writer.put("value", value: value)
      writer.put("min", value: bounds.lowerBound)
      writer.put("max", value: bounds.upperBound)
    }
  }
}

extension Gauge {
  /// Creates a gauge. A client writes the value and the bounds by itself.
  public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Title,
    @ViewBuilder currentValueLabel: () -> some View
  ) {
    self.init(value: value, in: bounds, label: label)
  }
}
