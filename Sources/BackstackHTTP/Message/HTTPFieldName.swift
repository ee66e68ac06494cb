/// A field name (RFC 9110 §5.1): an open set, compared without regard to ASCII case.
public struct HTTPFieldName: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as it was written.
  public let rawValue: String
  /// The bit that fields with this name set in ``HTTPFields/marks``.
  let mark: UInt64
  /// Whether the name is a token, the only form that may be sent.
  public let isValid: Bool

  public init(_ rawValue: String) {
    self.rawValue = rawValue
    var name = rawValue
    (mark, isValid) = name.withUTF8 {
      (HTTPFieldName.mark($0.span, 0..<$0.count), !$0.isEmpty && $0.allSatisfy(ASCII.isToken))
    }
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// Returns one bit of 64, the same for names that differ only in case.
  @inline(__always)
  static func mark(_ bytes: borrowing Span<UInt8>, _ name: Range<Int>) -> UInt64 {
    guard let first = name.first, let last = name.last else { return 0 }
    // The bit 0x20 distinguishes upper and lower case.
    let sum = name.count &* 7 &+ Int(bytes[first] | 0x20) &* 3 &+ Int(bytes[last] | 0x20)
    return 1 << UInt64(truncatingIfNeeded: sum & 63)
  }

  public var description: String { rawValue }
}

extension HTTPFieldName: Hashable {
  public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8) {
      ASCII.lowercased($0) == ASCII.lowercased($1)
    }
  }

  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(ASCII.lowercased(byte)) }
  }
}

extension HTTPFieldName {
  public static let accept = HTTPFieldName("Accept")
  public static let acceptLanguage = HTTPFieldName("Accept-Language")
  public static let allow = HTTPFieldName("Allow")
  public static let authorization = HTTPFieldName("Authorization")
  public static let cacheControl = HTTPFieldName("Cache-Control")
  public static let connection = HTTPFieldName("Connection")
  public static let contentEncoding = HTTPFieldName("Content-Encoding")
  public static let contentLength = HTTPFieldName("Content-Length")
  public static let contentType = HTTPFieldName("Content-Type")
  public static let date = HTTPFieldName("Date")
  public static let eTag = HTTPFieldName("ETag")
  public static let expect = HTTPFieldName("Expect")
  public static let host = HTTPFieldName("Host")
  public static let ifMatch = HTTPFieldName("If-Match")
  public static let ifNoneMatch = HTTPFieldName("If-None-Match")
  public static let location = HTTPFieldName("Location")
  public static let origin = HTTPFieldName("Origin")
  public static let prefer = HTTPFieldName("Prefer")
  public static let retryAfter = HTTPFieldName("Retry-After")
  public static let server = HTTPFieldName("Server")
  public static let transferEncoding = HTTPFieldName("Transfer-Encoding")
  public static let vary = HTTPFieldName("Vary")
}
