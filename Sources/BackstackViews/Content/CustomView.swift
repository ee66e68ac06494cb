/// A view of a kind of one's own, which only some clients can draw.
public struct CustomView<Properties: Encodable, Fallback: View>: PrimitiveView {
  private let name: String
  private let properties: Properties
  private let fallback: Fallback

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - name: The name by which clients know the kind.
  ///   - properties: What they need to draw it.
  ///   - fallback: What other clients draw.
  public init(_ name: String, _ properties: Properties, @ViewBuilder fallback: () -> Fallback) {
    self.name = name
    self.properties = properties
    self.fallback = fallback()
  }

  public func _write(to writer: ScreenWriter) {
    writer.node("custom", isActive: true) {
      writer.put("name", name)
      writer.put("properties", value: properties)
      writer.children("fallback", fallback)
    }
  }
}
