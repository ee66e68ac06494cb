import BackstackDependencies
import BackstackPlatform
public import FoundationEssentials

/// A text.
public struct Text: PrimitiveView, Equatable {
  /// How a client gets the text of a date.
  public enum DateStyle: String, Sendable {
    case date, time, relative, timer, offset
  }

  private enum Content: Equatable {
    case string(String)
    case date(Date, DateStyle)
  }

  private let content: Content
  private var style: Font.TextStyle?
  private var color: Color?
  private var traits = TextTraits()

  /// Creates a text.
  public init(_ text: some StringProtocol) { content = .string(String(text)) }

  /// Creates a text that is shown as it is.
  public init(verbatim text: String) { content = .string(text) }

  /// Creates the text of an alert, for example.
  public init(_ state: TextState) { content = .string(state.string) }

  /// Creates the text of a value, in the person's locale unless the format has one of its own.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
    content = .string(format.text(of: input))
  }

  /// Creates a text of Markdown.
  public init(markdown text: String) {
    content = .string(text)
    traits.set(.markdown, true)
  }

  /// Creates the text of a date, which the client makes and keeps right as time passes.
  public init(_ date: Date, style: DateStyle) { content = .date(date, style) }

  /// Creates the time until an end, which the client counts.
  public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    content = .date(countsDown ? timerInterval.upperBound : timerInterval.lowerBound, .timer)
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("text") {
      switch content {
      case .string(let string): writer.put("text", string)
      case .date(let date, let style):
        writer.put("format", style.rawValue)
        writer.put("value", value: date)
      }
      let looks = writer.environment.text
      if let style = style ?? looks.style, style != .body {
        writer.put("style", style == .caption2 ? "caption" : style.rawValue)
      }
      writer.put("color", (color ?? looks.color)?.name)
      writer.put("align", looks.alignment?.rawValue)
      let traits = traits.within(looks.traits)
      writer.put("bold", traits.contains(.bold))
      writer.put("italic", traits.contains(.italic))
      writer.put("mono", traits.contains(.mono))
      writer.put("strikethrough", traits.contains(.strikethrough))
      writer.put("markdown", traits.contains(.markdown))
    }
  }

  public var _caption: Caption? { plain.map { Caption(text: $0) } }

  /// The text, if it has no style.
  var plain: String? {
    guard case .string(let string) = content, style == nil, color == nil, traits == TextTraits()
    else {
      return nil
    }
    return string
  }

  /// The characters of the text; `nil` of a date.
  var string: String? { if case .string(let string) = content { string } else { nil } }

  /// Reports a text whose characters only the client knows, where characters are needed.
  func requireCharacters() {
    if string == nil {
      reportViewIssue(
        "The text of a date is the client's, and can't be a part of another text: put both into an HStack, or "
          + "format the date.")
    } else if traits.within(TextTraits()).contains(.markdown) {
      reportViewIssue(
        "A text of Markdown can't be a part of another text: put both into an HStack.")
    }
  }

  private func with(_ trait: TextTraits.Kinds, _ isOn: Bool? = true) -> Text {
    var text = self
    text.traits.set(trait, isOn)
    return text
  }

  public func bold(_ isActive: Bool = true) -> Text { with(.bold, isActive) }
  public func italic(_ isActive: Bool = true) -> Text { with(.italic, isActive) }
  public func monospacedDigit() -> Text { with(.mono) }
  public func monospaced(_ isActive: Bool = true) -> Text { with(.mono, isActive) }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    with(.strikethrough, isActive)
  }
  public func fontWeight(_ weight: Font.Weight?) -> Text { with(.bold, weight?.isBold) }

  public func font(_ font: Font?) -> Text {
    var text = self
    text.style = font?.style
    text.traits.font = font?.traits
    return text
  }

  public func foregroundStyle(_ color: Color) -> Text {
    var text = self
    text.color = color
    return text
  }

  public func foregroundColor(_ color: Color?) -> Text {
    var text = self
    text.color = color
    return text
  }

  /// Returns one text followed by the other, with the style of the first.
  public static func + (lhs: Text, rhs: Text) -> Text {
    lhs.requireCharacters()
    rhs.requireCharacters()
    var text = Text(verbatim: (lhs.string ?? "") + (rhs.string ?? ""))
    (text.style, text.color, text.traits) = (lhs.style, lhs.color, lhs.traits)
    return text
  }
}

/// A text in the characters of another one loses its style.
extension Text: CustomStringConvertible {
  public var description: String {
    requireCharacters()
    return string ?? ""
  }
}

extension DefaultStringInterpolation {
  /// Appends a number in a C format: `"\(price, specifier: "%.2f")"`.
  public mutating func appendInterpolation(_ value: some BinaryFloatingPoint, specifier: String) {
    appendLiteral(CFormat.text(of: Double(value), specifier) ?? "\(value)")
  }

  /// Appends a number in a C format: `"\(minute, specifier: "%02d")"`.
  public mutating func appendInterpolation(_ value: some BinaryInteger, specifier: String) {
    appendLiteral(Int64(exactly: value).flatMap { CFormat.text(of: $0, specifier) } ?? "\(value)")
  }

  /// Appends a value in a format: `"\(price, format: .number)"`, in the person's locale unless the format
  /// has one of its own.
  public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
  where F.FormatOutput == String {
    appendLiteral(format.text(of: value))
  }
}

extension FormatStyle where FormatOutput == String {
  fileprivate func text(of value: FormatInput) -> String {
    let hasOwn = self != locale(.autoupdatingCurrent)
    guard !hasOwn, let given = DependencyValues.current.givenLocale else { return format(value) }
    return locale(given).format(value)
  }
}

/// How letters look, as far as modifiers and fonts say it.
struct TextTraits: Equatable {
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let bold = Kinds(rawValue: 1)
    static let italic = Kinds(rawValue: 2)
    static let mono = Kinds(rawValue: 4)
    static let strikethrough = Kinds(rawValue: 8)
    static let markdown = Kinds(rawValue: 16)
  }

  private var on: Kinds = []
  private var off: Kinds = []
  /// The traits of the font; `nil` without one.
  var font: Kinds?

  /// Sets a trait; `nil` leaves it to what is around.
  mutating func set(_ kind: Kinds, _ isOn: Bool?) {
    on.remove(kind)
    off.remove(kind)
    if isOn == true { on.insert(kind) } else if isOn == false { off.insert(kind) }
  }

  /// Returns the traits of a text with these, within others: what is inside wins, and modifiers before fonts.
  func within(_ outer: TextTraits) -> Kinds {
    let modifiers = on.union(outer.on.subtracting(off))
    return modifiers.union((font ?? outer.font ?? []).subtracting(off).subtracting(outer.off))
  }
}

/// A font, by its role.
public struct Font: Sendable, Hashable {
  /// The role of a text.
  public enum TextStyle: String, Sendable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption
    case caption2
  }

  /// The weight of a font.
  public enum Weight: Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    var isBold: Bool {
      switch self {
      case .semibold, .bold, .heavy, .black: true
      case .ultraLight, .thin, .light, .regular, .medium: false
      }
    }
  }

  /// The design of a font.
  public enum Design: Sendable {
    case `default`, serif, rounded, monospaced
  }

  /// The width of letters.
  public enum Width: Sendable { case compressed, condensed, standard, expanded }

  /// The room between lines.
  public enum Leading: Sendable { case standard, tight, loose }

  let style: TextStyle?
  var isBold = false
  var isItalic = false
  var isMonospacedDigit = false

  var traits: TextTraits.Kinds {
    var traits: TextTraits.Kinds = []
    if isBold { traits.insert(.bold) }
    if isItalic { traits.insert(.italic) }
    if isMonospacedDigit { traits.insert(.mono) }
    return traits
  }

  public static let largeTitle = Font(style: .largeTitle)
  public static let title = Font(style: .title)
  public static let title2 = Font(style: .title2)
  public static let title3 = Font(style: .title3)
  public static let headline = Font(style: .headline)
  public static let subheadline = Font(style: .subheadline)
  public static let body = Font(style: .body)
  public static let callout = Font(style: .callout)
  public static let footnote = Font(style: .footnote)
  public static let caption = Font(style: .caption)
  public static let caption2 = Font(style: .caption2)

  /// Returns the font of a role.
  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font {
    Font(style: style, isBold: weight?.isBold ?? false)
  }

  /// Returns the font of a size, which a client may not have: the nearest role.
  public static func system(
    size: Double, weight: Weight? = nil, design: Design? = nil
  ) -> Font {
    let style: TextStyle =
      switch size {
      case ..<13: .caption
      case ..<16: .footnote
      case ..<20: .body
      case ..<28: .title2
      case ..<34: .title
      default: .largeTitle
      }
    return Font(style: style, isBold: weight?.isBold ?? false)
  }

  /// Returns a font that a client does not have: the nearest role to its size.
  public static func custom(
    _ name: String, size: Double, relativeTo style: TextStyle? = nil
  ) -> Font {
    style.map { Font(style: $0) } ?? system(size: size)
  }

  public func smallCaps() -> Font { self }
  public func leading(_ leading: Leading) -> Font { self }
  public func bold() -> Font { changed { $0.isBold = true } }
  public func italic() -> Font { changed { $0.isItalic = true } }
  public func monospacedDigit() -> Font { changed { $0.isMonospacedDigit = true } }
  public func monospaced() -> Font { changed { $0.isMonospacedDigit = true } }
  public func weight(_ weight: Weight) -> Font { changed { $0.isBold = weight.isBold } }

  private func changed(_ change: (inout Font) -> Void) -> Font {
    var font = self
    change(&font)
    return font
  }
}

/// A color, by its name.
public struct Color: Sendable, Hashable, PrimitiveView {
  let name: String

  public static let primary = Color(name: "primary")
  public static let secondary = Color(name: "secondary")
  public static let tertiary = Color(name: "tertiary")
  // swift-format-ignore: DontRepeatTypeInStaticProperties
  public static let accentColor = Color(name: "accent")
  public static let tint = Color(name: "accent")
  public static let red = Color(name: "red")
  public static let orange = Color(name: "orange")
  public static let yellow = Color(name: "yellow")
  public static let green = Color(name: "green")
  public static let mint = Color(name: "mint")
  public static let teal = Color(name: "teal")
  public static let cyan = Color(name: "cyan")
  public static let blue = Color(name: "blue")
  public static let indigo = Color(name: "indigo")
  public static let purple = Color(name: "purple")
  public static let pink = Color(name: "pink")
  public static let brown = Color(name: "brown")
  public static let gray = Color(name: "gray")
  public static let black = Color(name: "black")
  public static let white = Color(name: "white")
  public static let clear = Color(name: "clear")

  init(name: String) { self.name = name }

  /// Creates a color of a host's style sheet.
  public init(_ name: String) { self.name = name }

  /// Creates a color of its parts, each from 0 to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func hex(_ part: Double) -> String {
      let byte = part.isNaN ? 0 : Int((min(max(part, 0), 1) * 255).rounded())
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    name = "#" + hex(red) + hex(green) + hex(blue)
  }

  /// Creates a gray, from 0 for black to 1 for white.
  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white)
  }

  /// Creates a color of its hue, saturation and brightness, each from 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func part(_ offset: Double) -> Double {
      let sector = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(sector, 4 - sector, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1))
  }

  public func opacity(_ opacity: Double) -> Color { self }

  public func _write(to writer: ScreenWriter) {
    writer.node("swatch") { writer.put("color", name) }
  }
}
