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

/// A point in a rectangle, from 0 to 1 in each direction.
public struct UnitPoint: Sendable {
  public init(x: Double, y: Double) {}
  public static let center = Self(x: 0.5, y: 0.5)
  public static let top = Self(x: 0.5, y: 0)
  public static let bottom = Self(x: 0.5, y: 1)
  public static let leading = Self(x: 0, y: 0.5)
  public static let trailing = Self(x: 1, y: 0.5)
  public static let topLeading = Self(x: 0, y: 0)
  public static let topTrailing = Self(x: 1, y: 0)
  public static let bottomLeading = Self(x: 0, y: 1)
  public static let bottomTrailing = Self(x: 1, y: 1)
}

/// An angle.
public struct Angle: Sendable {
  public init(degrees: Double) {}
  public init(radians: Double) {}
  public static let zero = Self(degrees: 0)
  public static func degrees(_ degrees: Double) -> Self { Self(degrees: degrees) }
  public static func radians(_ radians: Double) -> Self { Self(radians: radians) }
}

/// How colors of views that overlap are mixed.
public enum BlendMode: Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity, sourceAtop
  case destinationOver, destinationOut, plusDarker, plusLighter
}

/// What covers a part of a display.
public enum SafeAreaRegions: Sendable { case all, container, keyboard }

/// Where a margin is.
public enum ContentMarginPlacement: Sendable { case automatic, scrollContent, scrollIndicators }

/// Where scrolling ends.
public enum ScrollTargetBehavior: Sendable { case automatic, paging, viewAligned }

/// Whether scrolling goes beyond the end.
public enum ScrollBounceBehavior: Sendable { case automatic, always, basedOnSize }

/// The room between the sections of a list.
public enum ListSectionSpacing: Sendable {
  case `default`, compact
  case custom(Double)
}

/// How much a header is seen.
public enum Prominence: Sendable { case standard, increased }

/// The shape of a button's border.
public enum ButtonBorderShape: Sendable {
  case automatic, capsule, circle, roundedRectangle
  public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}

/// The order of a menu's items.
public enum MenuOrder: Sendable { case automatic, fixed, priority }

/// Whether a text can be selected, which the client decides.
public enum TextSelectability: Sendable { case enabled, disabled }

/// How large a person wants texts to be.
public enum DynamicTypeSize: Int, Comparable, Sendable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2
  case accessibility3, accessibility4, accessibility5
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The use of a bar.
public enum ToolbarRole: Sendable { case automatic, browser, editor, navigationStack }

/// The size of a bar's title.
public enum ToolbarTitleDisplayMode: Sendable { case automatic, inline, inlineLarge, large }

/// What can be used behind a sheet, which a client decides.
public struct PresentationBackgroundInteraction: Sendable {
  public static let automatic = Self()
  public static let enabled = Self()
  public static let disabled = Self()
  public static func enabled(upThrough detent: PresentationDetent) -> Self { Self() }
}

/// What a drag on a sheet does.
public enum PresentationContentInteraction: Sendable { case automatic, resizes, scrolls }

/// What a small display shows in place of a popover.
public enum PresentationAdaptation: Sendable {
  case automatic, none, popover, sheet, fullScreenCover
}

/// The size of a sheet.
public enum PresentationSizing: Sendable { case automatic, fitted, form, page }

/// How an icon moves.
public enum SymbolEffect: Sendable {
  case appear, bounce, breathe, disappear, pulse, rotate, scale, variableColor, wiggle
}

/// How often an icon moves.
public enum SymbolEffectOptions: Sendable {
  case `default`, nonRepeating, repeating
  public static func speed(_ speed: Double) -> Self { .default }
}

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
  public static func numericText(value: Double) -> Self { Self() }
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
  /// Presents what a view behind this one presents; of its nodes, none are sent.
  @_disfavoredOverload
  public func background(_ view: some View, alignment: Alignment = .center) -> some View {
    BackgroundView(content: self, background: view)
  }
  public func background(_ color: Color) -> Self { self }
  public func background(_ material: Material) -> Self { self }
  /// Presents what a view behind this one presents; of its nodes, none are sent.
  public func background(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View {
    BackgroundView(content: self, background: content())
  }
  @_disfavoredOverload
  public func background(_ style: some View, in shape: some Shape) -> Self { self }
  public func background(_ color: Color, in shape: some Shape) -> Self { self }
  public func background(_ material: Material, in shape: some Shape) -> Self { self }
  public func border(_ color: Color, width: Double = 1) -> Self { self }
  public func clipShape(_ shape: some Shape) -> Self { self }
  public func clipped(antialiased: Bool = false) -> Self { self }
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
  public func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> Self { self }
  public func scaleEffect(
    x: Double = 1, y: Double = 1, anchor: UnitPoint = .center
  ) -> Self {
    self
  }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> Self { self }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: Double, y: Double, z: Double), anchor: UnitPoint = .center,
    perspective: Double = 1
  ) -> Self {
    self
  }
  public func brightness(_ amount: Double) -> Self { self }
  public func contrast(_ amount: Double) -> Self { self }
  public func saturation(_ amount: Double) -> Self { self }
  public func grayscale(_ amount: Double) -> Self { self }
  public func hueRotation(_ angle: Angle) -> Self { self }
  public func colorInvert() -> Self { self }
  public func colorMultiply(_ color: Color) -> Self { self }
  public func blendMode(_ mode: BlendMode) -> Self { self }
  public func compositingGroup() -> Self { self }
  public func drawingGroup(opaque: Bool = false) -> Self { self }
  public func flipsForRightToLeftLayoutDirection(_ isEnabled: Bool) -> Self { self }
  public func containerRelativeFrame(_ axes: Axis, alignment: Alignment = .center) -> Self { self }
  public func zIndex(_ value: Double) -> Self { self }
  public func aspectRatio(_ ratio: Double? = nil, contentMode: ContentMode) -> Self { self }
  public func scaledToFit() -> Self { self }
  public func scaledToFill() -> Self { self }
  public func fixedSize() -> Self { self }
  public func fixedSize(horizontal: Bool, vertical: Bool) -> Self { self }
  public func layoutPriority(_ value: Double) -> Self { self }
  public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge = .all
  ) -> Self {
    self
  }
  public func edgesIgnoringSafeArea(_ edges: Edge) -> Self { self }
  public func safeAreaPadding(_ edges: Edge = .all, _ length: Double? = nil) -> Self { self }
  public func safeAreaPadding(_ length: Double) -> Self { self }
  public func contentMargins(
    _ edges: Edge = .all, _ length: Double?, for placement: ContentMarginPlacement = .automatic
  ) -> Self {
    self
  }
  public func contentMargins(
    _ length: Double, for placement: ContentMarginPlacement = .automatic
  ) -> Self {
    self
  }
  public func gridCellColumns(_ count: Int) -> Self { self }
  public func gridColumnAlignment(_ alignment: HorizontalAlignment) -> Self { self }

  public func lineLimit(_ number: Int?, reservesSpace: Bool = false) -> Self { self }
  public func lineLimit(_ limit: ClosedRange<Int>) -> Self { self }
  public func lineSpacing(_ spacing: Double) -> Self { self }
  public func kerning(_ kerning: Double) -> Self { self }
  public func tracking(_ tracking: Double) -> Self { self }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Self { self }
  public func baselineOffset(_ offset: Double) -> Self { self }
  public func fontDesign(_ design: Font.Design?) -> Self { self }
  public func fontWidth(_ width: Font.Width?) -> Self { self }
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> Self { self }
  public func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>) -> Self { self }
  public func textSelection(_ selectability: TextSelectability) -> Self { self }
  public func privacySensitive(_ isSensitive: Bool = true) -> Self { self }
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
  public func listSectionSpacing(_ spacing: ListSectionSpacing) -> Self { self }
  public func listRowSpacing(_ spacing: Double?) -> Self { self }
  public func headerProminence(_ prominence: Prominence) -> Self { self }
  public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self { self }
  public func scrollTargetBehavior(_ behavior: ScrollTargetBehavior) -> Self { self }
  public func scrollTargetLayout(isEnabled: Bool = true) -> Self { self }
  public func scrollBounceBehavior(
    _ behavior: ScrollBounceBehavior, axes: Axis = .vertical
  ) -> Self {
    self
  }
  public func scrollClipDisabled(_ isDisabled: Bool = true) -> Self { self }
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> Self { self }
  public func scrollDisabled(_ isDisabled: Bool) -> Self { self }
  public func scrollIndicators(_ visibility: Visibility, axes: Axis = .vertical) -> Self { self }

  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Self { self }
  public func symbolVariant(_ variant: SymbolVariants) -> Self { self }
  public func symbolEffect(
    _ effect: SymbolEffect, options: SymbolEffectOptions = .default, isActive: Bool = true
  ) -> Self {
    self
  }
  public func symbolEffect(
    _ effect: SymbolEffect, options: SymbolEffectOptions = .default, value: some Equatable
  ) -> Self {
    self
  }
  public func labelsHidden() -> Self { self }
  public func buttonBorderShape(_ shape: ButtonBorderShape) -> Self { self }
  public func menuOrder(_ order: MenuOrder) -> Self { self }
  public func menuIndicator(_ visibility: Visibility) -> Self { self }
  public func hoverEffect() -> Self { self }
  public func focusable(_ isFocusable: Bool = true) -> Self { self }
  public func controlSize(_ size: ControlSize) -> Self { self }
  public func imageScale(_ scale: Image.Scale) -> Self { self }
  public func allowsHitTesting(_ isEnabled: Bool) -> Self { self }
  public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
  public func colorScheme(_ scheme: ColorScheme) -> Self { self }
  public func statusBarHidden(_ isHidden: Bool = true) -> Self { self }
  public func statusBar(hidden: Bool) -> Self { self }
  public func navigationBarHidden(_ isHidden: Bool) -> Self { self }
  public func toolbarRole(_ role: ToolbarRole) -> Self { self }
  public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> Self { self }
  public func toolbarColorScheme(
    _ scheme: ColorScheme?, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }
  public func toolbarVisibility(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }
  public func toolbarBackgroundVisibility(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
  @_disfavoredOverload
  public func toolbarBackground(_ style: some View, for bars: ToolbarPlacement...) -> Self { self }
  public func toolbarBackground(_ color: Color, for bars: ToolbarPlacement...) -> Self { self }
  public func toolbarBackground(_ material: Material, for bars: ToolbarPlacement...) -> Self {
    self
  }
  public func toolbarBackground(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self {
    self
  }
  public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
  public func presentationCornerRadius(_ radius: Double?) -> Self { self }
  @_disfavoredOverload
  public func presentationBackground(_ style: some View) -> Self { self }
  public func presentationBackground(_ color: Color) -> Self { self }
  public func presentationBackground(_ material: Material) -> Self { self }
  public func presentationBackgroundInteraction(
    _ interaction: PresentationBackgroundInteraction
  ) -> Self {
    self
  }
  public func presentationContentInteraction(
    _ interaction: PresentationContentInteraction
  ) -> Self {
    self
  }
  public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> Self { self }
  public func presentationSizing(_ sizing: PresentationSizing) -> Self { self }

  public func animation(_ animation: Animation?) -> Self { self }
  public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
  public func transition(_ transition: AnyTransition) -> Self { self }
  public func contentTransition(_ transition: ContentTransition) -> Self { self }
}

/// A view with another one behind it.
private struct BackgroundView<Content: View, Background: View>: PrimitiveView {
  let content: Content
  let background: Background

  func _write(to writer: ScreenWriter) {
    content._write(to: writer)
    if writer.tags == nil { writer.writeBehind(background) }
  }

  var _caption: Caption? { content._caption }
}
