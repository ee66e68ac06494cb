// Shapes, gradients and materials: they compile, and say nothing.

/// An area that is painted: it compiles, and says nothing.
public protocol Shape: View {}

extension Shape {
  public var body: some View { EmptyView() }
  public func _write(to writer: ScreenWriter) {}
  public func fill(_ color: Color = .primary) -> Self { self }
  public func fill(_ material: Material) -> Self { self }
  @_disfavoredOverload
  public func fill(_ style: some View) -> Self { self }
  public func stroke(_ color: Color, lineWidth: Double = 1) -> Self { self }
  public func stroke(_ color: Color, style: StrokeStyle) -> Self { self }
  public func stroke(lineWidth: Double = 1) -> Self { self }
  public func stroke(style: StrokeStyle) -> Self { self }
  @_disfavoredOverload
  public func stroke(_ view: some View, lineWidth: Double = 1) -> Self { self }
  @_disfavoredOverload
  public func stroke(_ view: some View, style: StrokeStyle) -> Self { self }
  public func strokeBorder(_ color: Color, lineWidth: Double = 1) -> Self { self }
  public func strokeBorder(_ color: Color, style: StrokeStyle) -> Self { self }
  public func trim(from start: Double = 0, to end: Double = 1) -> Self { self }
  public func inset(by amount: Double) -> Self { self }
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
  public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {}
}

/// A rectangle whose corners differ.
public struct UnevenRoundedRectangle: Shape {
  public init(
    topLeadingRadius: Double = 0, bottomLeadingRadius: Double = 0,
    bottomTrailingRadius: Double = 0, topTrailingRadius: Double = 0,
    style: RoundedCornerStyle = .continuous
  ) {}
}

/// How round corners begin.
public enum RoundedCornerStyle: Sendable { case circular, continuous }

/// How a line is painted.
public struct StrokeStyle: Sendable {
  /// How a line ends.
  public enum LineCap: Sendable { case butt, round, square }
  /// How a line turns.
  public enum LineJoin: Sendable { case miter, round, bevel }

  public init(
    lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter,
    miterLimit: Double = 10, dash: [Double] = [], dashPhase: Double = 0
  ) {}
}

/// Colors from one to another.
public struct Gradient: Sendable {
  public init(colors: [Color]) {}
}

/// Colors along a line.
public struct LinearGradient: Shape {
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
}

/// Colors around a point.
public struct RadialGradient: Shape {
  public init(colors: [Color], center: UnitPoint, startRadius: Double, endRadius: Double) {}
  public init(gradient: Gradient, center: UnitPoint, startRadius: Double, endRadius: Double) {}
}

extension Color {
  /// The color, which a client may paint as a gradient.
  public var gradient: Color { self }
}

/// What is seen through a view, blurred.
public enum Material: Sendable {
  case ultraThinMaterial, thinMaterial, regularMaterial, thickMaterial, ultraThickMaterial, bar
  public static let ultraThin = Self.ultraThinMaterial
  public static let thin = Self.thinMaterial
  public static let regular = Self.regularMaterial
  public static let thick = Self.thickMaterial
  public static let ultraThick = Self.ultraThickMaterial
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
