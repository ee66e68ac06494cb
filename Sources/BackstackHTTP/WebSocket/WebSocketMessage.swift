/// A message of a WebSocket (RFC 6455 §5.6).
public struct WebSocketMessage: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The content is UTF-8.
    case text
    case binary
  }

  public var kind: Kind
  public var content: [UInt8]

  /// - Parameters:
  ///   - kind: The kind; a text's content must be UTF-8.
  ///   - content: The content.
  public init(_ kind: Kind, _ content: [UInt8]) {
    self.kind = kind
    self.content = content
  }

  /// Returns a text message.
  public static func text(_ text: String) -> Self { Self(.text, Array(text.utf8)) }
}
