extension HTTPRequest {
  /// The path as it was sent, escapes included; empty for `OPTIONS *`.
  public var path: String { text(storage.head.path) }

  /// The query as it was sent, without its question mark.
  public var query: String? { storage.head.query.map(text) }

  /// Returns the percent-decoded segments of the path: `/a/b%20c/` gives `a`, `b c` and an empty
  /// one.
  ///
  /// - Throws: ``HTTPError`` (400) for an invalid escape or text that is not UTF-8.
  /// - Complexity: O(length of the path).
  public func pathSegments() throws(HTTPError) -> [String] {
    var segments: [String] = []
    let bytes = storage.head.fields.bytes
    let path = storage.head.path.range
    var start = path.lowerBound + 1
    while start <= path.upperBound {
      let end = HTTPRequest.segmentEnd(bytes.span, from: start, to: path.upperBound)
      segments.append(try decode(start..<end, plusIsSpace: false))
      start = end + 1
    }
    return segments
  }

  /// Returns the percent-decoded names and values of the query; `+` stands for a space
  /// (WHATWG URL, `application/x-www-form-urlencoded`).
  ///
  /// - Throws: ``HTTPError`` (400) for an invalid escape or text that is not UTF-8.
  /// - Complexity: O(length of the query).
  public func queryItems() throws(HTTPError) -> [HTTPQueryItem] {
    guard let query = storage.head.query?.range else { return [] }
    var items: [HTTPQueryItem] = []
    let bytes = storage.head.fields.bytes
    var start = query.lowerBound
    while start <= query.upperBound {
      var end = start
      var equals: Int?
      while end < query.upperBound, bytes[end] != ASCII.ampersand {
        if equals == nil, bytes[end] == ASCII.equals { equals = end }
        end += 1
      }
      if start < end {
        let name = try decode(start..<(equals ?? end), plusIsSpace: true)
        var value: String?
        if let equals { value = try decode((equals + 1)..<end, plusIsSpace: true) }
        items.append(HTTPQueryItem(name: name, value: value))
      }
      start = end + 1
    }
    return items
  }

  /// Returns the position of the next slash, or `end`.
  static func segmentEnd(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int {
    ASCII.find(ASCII.slash, in: bytes, start..<end)
  }

  private func decode(_ range: Range<Int>, plusIsSpace: Bool) throws(HTTPError) -> String {
    let bytes = storage.head.fields.bytes
    guard let text = PercentDecoding.decodeText(bytes.span, range, plusIsSpace: plusIsSpace) else {
      throw .invalidPercentEncoding
    }
    return text
  }
}

/// A name and a value of a query.
public struct HTTPQueryItem: Sendable, Hashable {
  public var name: String
  /// `nil` when the item has no equals sign.
  public var value: String?

  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

extension HTTPError {
  static let invalidPercentEncoding = HTTPError(
    status: .badRequest, code: .invalidPercentEncoding,
    message: "The request target contains an invalid percent-encoding; "
      + "write each % as %25 and encode text as UTF-8.")
}
