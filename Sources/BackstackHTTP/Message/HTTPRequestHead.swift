/// The request line and fields of one request, as bytes with a table of positions.
struct HTTPRequestHead: Sendable {
  /// The fields; their `bytes` contain the whole head, which the ranges below refer to.
  var fields = HTTPFields()
  var method = HTTPMethod.get
  var version = HTTPVersion.http11
  /// The request target as it was sent (RFC 9112 §3.2).
  var target = ByteRange(0..<0)
  /// The path of the target, escapes included; empty for the asterisk form.
  var path = ByteRange(0..<0)
  /// The query without its question mark.
  var query: ByteRange?
  /// The authority of an absolute-form target, which overrides `Host` (RFC 9112 §3.2.2).
  var authority: ByteRange?
  /// Whether the connection may serve another request after this one (RFC 9112 §9.3).
  var keepsAlive = true
  /// Whether the client waits for `100 Continue` (RFC 9110 §10.1.1).
  var expectsContinue = false
  /// The number of bytes of content; the maximum also for more, and if the client did not know it
  /// (RFC 9112 §7.1).
  var contentLength: UInt32 = 0

  /// Empties the head and keeps its memory.
  mutating func reset() {
    fields.reset()
    method = .get
    target = ByteRange(0..<0)
    path = ByteRange(0..<0)
    query = nil
    authority = nil
    keepsAlive = true
    expectsContinue = false
    contentLength = 0
  }
}

/// A request method (RFC 9110 §9): an open set, case-sensitive.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let get = HTTPMethod(rawValue: "GET")
  public static let head = HTTPMethod(rawValue: "HEAD")
  public static let post = HTTPMethod(rawValue: "POST")
  public static let put = HTTPMethod(rawValue: "PUT")
  public static let patch = HTTPMethod(rawValue: "PATCH")
  public static let delete = HTTPMethod(rawValue: "DELETE")
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  public static let trace = HTTPMethod(rawValue: "TRACE")
  public static let connect = HTTPMethod(rawValue: "CONNECT")
  public static let query = HTTPMethod(rawValue: "QUERY")

  /// The methods of RFC 9110 §9.3, of RFC 5789, and of "The HTTP QUERY Method".
  package static let standard: [HTTPMethod] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
  ]

  public var description: String { rawValue }
}

/// A protocol version that this server speaks (RFC 9110 §2.5).
public enum HTTPVersion: Sendable, Hashable {
  /// HTTP/1.0: connections close unless the client asks to keep them.
  case http10
  /// HTTP/1.1: connections stay open unless one side closes them.
  case http11
}
