/// How much of a request is read before it is refused; each refusal closes the connection.
///
/// A limit is the largest size that is still taken. What is over a limit is refused as soon as that
/// is certain, without waiting for the end of the line, section or content.
public struct HTTPLimits: Sendable {
  /// The most empty lines tolerated before a request line (RFC 9112 §2.2); more is answered 400.
  public var emptyLines = 2
  /// The longest request line in bytes, without its line end (RFC 9112 §3 asks for 8,000 at least);
  /// longer is answered 414, or 501 when not even the method has ended by then.
  public var requestLineBytes = 8 * 1024
  /// The longest request target in bytes (RFC 9110 §4.1 asks for 8,000 at least); longer is answered
  /// 414.
  public var targetBytes = 8000
  /// The longest field line in bytes, without its line end, be it a header or a trailer field;
  /// longer is answered 431.
  public var fieldLineBytes = 16 * 1024
  /// The most bytes all header field lines may have, line ends included; more is answered 431.
  public var fieldSectionBytes = 32 * 1024
  /// The most header field lines; more is answered 431.
  public var fieldCount = 100
  /// The most bytes of content; more is answered 413, as soon as `Content-Length` or the size of a
  /// chunk says so.
  public var bodyBytes = 1024 * 1024
  /// The most bytes of chunk extensions in one message (RFC 9112 §7.1.1); more is answered 400.
  public var chunkExtensionBytes = 4 * 1024
  /// The most bytes all trailer field lines may have, line ends included (RFC 9112 §7.1.2); more is
  /// answered 431.
  public var trailerSectionBytes = 8 * 1024
  /// The most trailer field lines; more is answered 431.
  public var trailerCount = 32

  public init() {}
}
