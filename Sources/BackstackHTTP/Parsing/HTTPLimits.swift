/// Limits on the size of a request; a request that exceeds one is refused and the connection
/// closed.
///
/// A limit is the largest accepted size. Excess is refused as soon as it is certain, without
/// waiting for the end of the line, section or content.
public struct HTTPLimits: Sendable {
  /// The maximum number of empty lines before a request line (RFC 9112 §2.2); more get status 400.
  public var emptyLines = 2
  /// The longest request line in bytes, without its line end (RFC 9112 §3 asks for at least 8,000);
  /// a longer one gets status 414, or 501 if its method is longer than that.
  public var requestLineBytes = 8 * 1024
  /// The longest request target in bytes (RFC 9110 §4.1 asks for at least 8,000); a longer one gets
  /// status 414.
  public var targetBytes = 8000
  /// The longest field line in bytes, without its line end, of a header or a trailer field; a
  /// longer one gets status 431.
  public var fieldLineBytes = 16 * 1024
  /// The maximum size of all header field lines in bytes, line ends included; more get status 431.
  public var fieldSectionBytes = 32 * 1024
  /// The maximum number of header field lines; more get status 431.
  public var fieldCount = 100
  /// The maximum size of the content in bytes; more gets status 413, as soon as `Content-Length` or
  /// a chunk's size exceeds it.
  public var bodyBytes = 1024 * 1024
  /// The maximum size of the chunk extensions in one message in bytes (RFC 9112 §7.1.1); more get
  /// status 400.
  public var chunkExtensionBytes = 4 * 1024
  /// The maximum size of all trailer field lines in bytes, line ends included (RFC 9112 §7.1.2);
  /// more get status 431.
  public var trailerSectionBytes = 8 * 1024
  /// The maximum number of trailer field lines; more get status 431.
  public var trailerCount = 32

  public init() {}
}
