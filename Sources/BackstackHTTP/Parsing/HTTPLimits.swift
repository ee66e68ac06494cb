/// How much of a request is read before it is refused.
public struct HTTPLimits: Sendable {
  /// The longest request line in bytes, without its line end; longer is answered 414.
  public var requestLineBytes = 8 * 1024
  /// The most bytes all field lines (and, apart, all trailer lines) may have; more is answered 431.
  public var fieldSectionBytes = 32 * 1024
  /// The most field lines; more is answered 431.
  public var fieldCount = 100
  /// The most bytes of content; more is answered 413, as soon as `Content-Length` says so.
  public var bodyBytes = 1024 * 1024
  /// The most bytes of chunk extensions in one message (RFC 9112 §7.1.1); more is answered 400.
  public var chunkExtensionBytes = 4 * 1024

  public init() {}

  /// The most empty lines tolerated before a request line (RFC 9112 §2.2).
  static let emptyLines = 2
}
