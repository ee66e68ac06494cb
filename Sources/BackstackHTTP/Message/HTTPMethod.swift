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
  static let standard: [HTTPMethod] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
  ]

  public var description: String { rawValue }
}
