public import FoundationEssentials

/// A title with an icon.
public struct Label<Title: View, Icon: View>: PrimitiveView {
  private let title: Title
  private let icon: Icon

  /// Creates a label of views.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("label") {
      writer.put("icon", (icon as? Image)?.systemName)
      writer.label(title, iconColor: (icon as? Image)?.color)
    }
  }

  public var _caption: Caption? {
    guard let text = (title as? Text)?.plain, let icon = icon as? Image, let name = icon.systemName
    else { return nil }
    return Caption(text: text, icon: name, color: icon.color)
  }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label of a text and the name of an icon.
  public init(_ title: some StringProtocol, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }

  /// Creates a label of a text and the name of an icon.
  public init(_ title: some StringProtocol, image name: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }
}

extension ScreenWriter {
  /// Writes the label of a control: its text, the name of its icon and their color, or nodes.
  func label(_ view: some View, iconColor: Color? = nil) {
    guard let caption = view._caption else { return children("label", view) }
    put("text", caption.text)
    put("icon", caption.icon)
    put("color", (caption.color ?? iconColor ?? environment.text.color)?.name)
  }
}

/// An icon, by the name of an SF Symbol, or a picture by its address.
public struct Image: PrimitiveView {
  private enum Content {
    case icon(String)
    case picture(URL?, description: String?)
  }

  private let content: Content
  /// The color of an icon, if it has one of its own.
  private(set) var color: Color?

  /// Creates an icon.
  public init(systemName: String) { content = .icon(systemName) }

  /// Creates an icon, of which a client draws all.
  public init(systemName: String, variableValue: Double?) { self.init(systemName: systemName) }

  /// Creates an icon of a host's style sheet.
  public init(_ name: String) { content = .icon(name) }

  /// Creates a picture.
  public init(url: URL?, description: String? = nil) {
    content = .picture(url, description: description)
  }

  /// The size of an icon, which a client chooses.
  public enum Scale: Sendable { case small, medium, large }

  /// How a picture of another size is drawn.
  public enum Interpolation: Sendable { case none, low, medium, high }

  /// How the colors of an icon are chosen.
  public enum TemplateRenderingMode: Sendable { case original, template }

  public func imageScale(_ scale: Scale) -> Image { self }
  public func resizable() -> Image { self }
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  public func antialiased(_ isAntialiased: Bool) -> Image { self }
  /// Sets the color of an icon.
  public func foregroundStyle(_ color: Color) -> Image { foregroundColor(color) }

  /// Sets the color of an icon.
  public func foregroundColor(_ color: Color?) -> Image {
    var image = self
    image.color = color
    return image
  }
  public func font(_ font: Font?) -> Image { self }
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
  public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }

  var systemName: String? { if case .icon(let name) = content { name } else { nil } }

  public func _write(to writer: ScreenWriter) {
    switch content {
    case .icon(let name):
      writer.node("icon") {
        writer.put("icon", name)
        writer.put("color", (color ?? writer.environment.text.color)?.name)
      }
    case .picture(let url, let description):
      writer.node("image") {
        writer.put("url", url?.absoluteString)
        writer.put("description", description)
      }
    }
  }
}

/// A picture that a client loads.
public struct AsyncImage: PrimitiveView {
  private let image: Image

  /// Creates a picture.
  public init(url: URL?, scale: Double = 1) { image = Image(url: url) }

  /// Creates a picture; the client loads it, and knows what to show until then.
  public init(
    url: URL?, scale: Double = 1, @ViewBuilder content: (Image) -> some View,
    @ViewBuilder placeholder: () -> some View
  ) {
    image = Image(url: url)
  }

  /// Creates a picture; the client loads it, and knows what to show until then.
  public init(
    url: URL?, scale: Double = 1, @ViewBuilder content: (AsyncImagePhase) -> some View
  ) {
    image = Image(url: url)
  }

  public func _write(to writer: ScreenWriter) { image._write(to: writer) }
}

/// How far a picture is loaded, which only the client knows.
public enum AsyncImagePhase {
  case empty
  case success(Image)
  case failure(any Error)

  public var image: Image? { if case .success(let image) = self { image } else { nil } }
  public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// An icon has no place in the characters of a text.
extension Image: CustomStringConvertible {
  public var description: String { "" }
}
