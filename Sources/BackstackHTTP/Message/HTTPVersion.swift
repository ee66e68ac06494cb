/// A protocol version that this server speaks (RFC 9110 §2.5).
public enum HTTPVersion: Sendable, Hashable {
  /// HTTP/1.0: connections close unless the client asks to keep them.
  case http10
  /// HTTP/1.1: connections stay open unless one side closes them.
  case http11
}
