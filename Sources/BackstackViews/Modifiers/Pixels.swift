// Modifiers that only move or paint pixels: they compile, and say nothing.

/// An edge of a view.
public struct Edge: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let top = Edge(rawValue: 1)
  public static let leading = Edge(rawValue: 2)
  public static let bottom = Edge(rawValue: 4)
  public static let trailing = Edge(rawValue: 8)
  public static let horizontal: Edge = [.leading, .trailing]
  public static let vertical: Edge = [.top, .bottom]
  public static let all: Edge = [.horizontal, .vertical]
  public typealias Set = Edge
}

/// The room at the edges of a view.
public struct EdgeInsets: Sendable {
  public init() {}
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {}
}

/// Whether something is shown.
public enum Visibility: Sendable { case automatic, visible, hidden }

/// The size of controls.
public enum ControlSize: Sendable { case mini, small, regular, large, extraLarge }

/// How a gesture scrolls the keyboard away.
public enum ScrollDismissesKeyboardMode: Sendable {
  case automatic, immediately, interactively, never
}

/// A bar or a background around a screen.
public enum ToolbarPlacement: Sendable {
  case automatic, bottomBar, navigationBar, tabBar, windowToolbar
}

/// The colors of an icon.
public enum SymbolRenderingMode: Sendable { case monochrome, hierarchical, palette, multicolor }

/// A form of an icon.
public enum SymbolVariants: Sendable { case none, fill, circle, square, slash }

/// Light or dark colors.
public enum ColorScheme: Sendable { case light, dark }

/// How a view is fitted into its room.
public enum ContentMode: Sendable { case fit, fill }

/// The part of a text that is left out if there is no room.
public enum TruncationMode: Sendable { case head, middle, tail }

/// The case of letters.
extension Text {
  public enum Case: Sendable { case uppercase, lowercase }
}

/// How a view comes and goes, which a client chooses.
public struct AnyTransition: Sendable {
  public static let identity = Self()
  public static let opacity = Self()
  public static let scale = Self()
  public static let slide = Self()
  public static func move(edge: Edge) -> Self { Self() }
  public static func push(from edge: Edge) -> Self { Self() }
  public static func asymmetric(insertion: Self, removal: Self) -> Self { Self() }
  public func combined(with other: Self) -> Self { self }
  public func animation(_ animation: Animation?) -> Self { self }
}

/// How the content of a view changes, which a client chooses.
public struct ContentTransition: Sendable {
  public static let identity = Self()
  public static let interpolate = Self()
  public static let opacity = Self()
  public static func numericText(countsDown: Bool = false) -> Self { Self() }
}

extension View {
  public func padding(_ edges: Edge = .all, _ length: Double? = nil) -> Self { self }
  public func padding(_ length: Double) -> Self { self }
  public func padding(_ insets: EdgeInsets) -> Self { self }
  public func frame(
    width: Double? = nil, height: Double? = nil, alignment: Alignment = .center
  ) -> Self {
    self
  }
  public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil,
    minHeight: Double? = nil, idealHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> Self {
    self
  }
  public func background<Style: View>(_ style: Style) -> Self { self }
  public func background(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> Self {
    self
  }
  public func background(_ style: some View, in shape: some Shape) -> Self { self }
  public func border(_ color: Color, width: Double = 1) -> Self { self }
  public func clipShape(_ shape: some Shape) -> Self { self }
  public func clipped() -> Self { self }
  public func contentShape(_ shape: some Shape) -> Self { self }
  public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> Self {
    self
  }
  public func opacity(_ opacity: Double) -> Self { self }
  public func blur(radius: Double) -> Self { self }
  public func cornerRadius(_ radius: Double) -> Self { self }
  public func shadow(
    color: Color = .black, radius: Double, x: Double = 0, y: Double = 0
  ) -> Self {
    self
  }
  public func offset(x: Double = 0, y: Double = 0) -> Self { self }
  public func position(x: Double = 0, y: Double = 0) -> Self { self }
  public func scaleEffect(_ scale: Double) -> Self { self }
  public func zIndex(_ value: Double) -> Self { self }
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> Self { self }
  public func scaledToFit() -> Self { self }
  public func scaledToFill() -> Self { self }
  public func fixedSize() -> Self { self }
  public func fixedSize(horizontal: Bool, vertical: Bool) -> Self { self }
  public func layoutPriority(_ value: Double) -> Self { self }
  public func ignoresSafeArea(edges: Edge = .all) -> Self { self }
  public func gridCellColumns(_ count: Int) -> Self { self }
  public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> Self { self }

  public func lineLimit(_ number: Int?, reservesSpace: Bool = false) -> Self { self }
  public func lineLimit(_ limit: ClosedRange<Int>) -> Self { self }
  public func lineSpacing(_ spacing: Double) -> Self { self }
  public func kerning(_ kerning: Double) -> Self { self }
  public func tracking(_ tracking: Double) -> Self { self }
  public func underline(_ isActive: Bool = true) -> Self { self }
  public func textCase(_ textCase: Text.Case?) -> Self { self }
  public func truncationMode(_ mode: TruncationMode) -> Self { self }
  public func minimumScaleFactor(_ factor: Double) -> Self { self }
  public func allowsTightening(_ flag: Bool) -> Self { self }

  public func listRowBackground(_ view: (some View)?) -> Self { self }
  public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }
  public func listRowSeparator(_ visibility: Visibility, edges: Edge = .vertical) -> Self { self }
  public func listRowSeparatorTint(_ color: Color?) -> Self { self }
  public func listSectionSeparator(_ visibility: Visibility) -> Self { self }
  public func listSectionSpacing(_ spacing: Double) -> Self { self }
  public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self { self }
  public func scrollDisabled(_ isDisabled: Bool) -> Self { self }
  public func scrollIndicators(_ visibility: Visibility, axes: Axis = .vertical) -> Self { self }

  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Self { self }
  public func symbolVariant(_ variant: SymbolVariants) -> Self { self }
  public func labelsHidden() -> Self { self }
  public func controlSize(_ size: ControlSize) -> Self { self }
  public func imageScale(_ scale: Image.Scale) -> Self { self }
  public func allowsHitTesting(_ isEnabled: Bool) -> Self { self }
  public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
  public func toolbarBackground(_ style: some View, for bars: ToolbarPlacement...) -> Self { self }
  public func toolbarBackground(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }
  public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
  public func presentationCornerRadius(_ radius: Double?) -> Self { self }
  public func presentationBackground(_ style: some View) -> Self { self }

  public func animation(_ animation: Animation?) -> Self { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
  public func transition(_ transition: AnyTransition) -> Self { self }
  public func contentTransition(_ transition: ContentTransition) -> Self { self }
}

/// An area that is painted: it compiles, and says nothing.
public protocol Shape: View {}

extension Shape {
  public var body: some View { EmptyView() }
  public func _write(to writer: ScreenWriter) {}
  public func fill(_ color: Color) -> Self { self }
  public func stroke(_ color: Color, lineWidth: Double = 1) -> Self { self }
  public func strokeBorder(_ color: Color, lineWidth: Double = 1) -> Self { self }
}

/// A circle.
public struct Circle: Shape {
  public init() {}
}

/// An ellipse.
public struct Ellipse: Shape {
  public init() {}
}

/// A rectangle with round sides.
public struct Capsule: Shape {
  public init() {}
}

/// A rectangle.
public struct Rectangle: Shape {
  public init() {}
}

/// A rectangle with round corners.
public struct RoundedRectangle: Shape {
  public init(cornerRadius: Double) {}
}

extension Shape where Self == Circle {
  public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
  public static var capsule: Capsule { Capsule() }
}

extension Shape where Self == Rectangle {
  public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == RoundedRectangle {
  public static func rect(cornerRadius: Double) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}
