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

  /// Creates an alignment; a client aligns by neither lines of text nor guides.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) { self = .center }
}

/// Which parts of a list stay on the display while it is scrolled.
public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let sectionHeaders = Self(rawValue: 1)
  public static let sectionFooters = Self(rawValue: 2)
}

/// A row of views.
public struct HStack<Content: View>: PrimitiveView {
  private let alignment: VerticalAlignment
  private let content: Content

  /// Creates a row.
  public init(
    alignment: VerticalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
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
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
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
