/// The fields that a request has at most once: their value is a single thing and not a list (RFC
/// 9110 §5.3), and it decides the sender, the form of the content, or the condition of the request.
///
/// Of two such lines, one program uses the first and another the last, so a proxy could check a
/// value that the server does not use. `Host`, `Content-Length` and `Transfer-Encoding` have rules
/// of their own; fields that only describe the client, such as `User-Agent`, may be repeated.
enum HTTPSingletonFields {
  static let names: [HTTPFieldName] = [
    "Access-Control-Request-Method", .authorization, "Content-Location", "Content-Range",
    .contentType, "Idempotency-Key", "If-Modified-Since", "If-Range", "If-Unmodified-Since",
    "Last-Event-ID", "Max-Forwards", .origin, "Proxy-Authorization", "Range",
  ]

  private static let marks = names.reduce(into: 0) { $0 |= $1.mark }

  /// Returns whether a field may be a repetition, judging by the bits of its name and of those
  /// before.
  @inline(__always)
  static func mayRepeat(_ mark: UInt64, in marks: UInt64) -> Bool {
    mark & marks != 0 && mark & Self.marks != 0
  }

  /// Returns the name in `range`, if only one field may have it.
  static func singleton(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> HTTPFieldName? {
    for name in names where ASCII.matches(bytes, range, name) { return name }
    return nil
  }
}

extension HTTPError {
  static func repeatedField(_ name: HTTPFieldName) -> HTTPError {
    HTTPError(
      status: .badRequest, code: .repeatedField,
      message: "A request must not have the field \(name) more than once.")
  }
}

extension ASCII {
  /// Returns whether bytes are a field name, in any case.
  fileprivate static func matches(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ name: HTTPFieldName
  ) -> Bool {
    let wanted = name.rawValue.utf8
    guard wanted.count == range.count else { return false }
    var index = range.lowerBound
    for byte in wanted {
      if lowercased(byte) != lowercased(bytes[index]) { return false }
      index &+= 1
    }
    return true
  }
}
