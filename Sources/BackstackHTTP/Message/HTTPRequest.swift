import BackstackPlatform
import Synchronization

/// One request (RFC 9110 §6), cheap to copy.
public struct HTTPRequest: Sendable {
  /// The parts of a request; immutable while there is more than one reference to it.
  final class Storage: @unchecked Sendable {
    // Sound: a connection fills it before the request is passed on, and refills it only when no
    // other reference is left. The connection's thread adds the content later, before any request
    // that shows it is passed on.
    var head = HTTPRequestHead()
    var body: [UInt8] = []
    var peer = HTTPPeerAddress.unknown
    var client = HTTPPeerAddress.unknown
    /// The parts of the request's id.
    var identifier = HTTPIdentifier()
    private let routeNumber = Atomic(0)
    /// Whether the sender is known; until then `senderID` costs nothing.
    private let hasSender = Atomic(false)
    private let senderID = Guarded<String?>(nil)

    /// Prepares for a handler.
    func begin(_ identifier: HTTPIdentifier) {
      self.identifier = identifier
      routeNumber.store(0, ordering: .relaxed)
      if sender != nil { sender = nil }
    }

    /// The id of the principal, as set by the last middleware that found it. It is stored here for
    /// the access log, which does not see the middleware's copy of the request. A handler's thread
    /// may set it while the event loop reads it.
    var sender: String? {
      get { hasSender.load(ordering: .acquiring) ? senderID.withLock { $0 } : nil }
      set {
        senderID.withLock { $0 = newValue }
        hasSender.store(newValue != nil, ordering: .releasing)
      }
    }

    /// The number of the matched route, 0 for none; a handler's thread may set it while the event
    /// loop reads it.
    var route: Int {
      get { routeNumber.load(ordering: .relaxed) }
      set { routeNumber.store(newValue, ordering: .relaxed) }
    }
  }

  var storage: Storage
  /// Whether the content is complete; also true if there is none.
  package internal(set) var isWhole = true
  /// Whether there is content, arrived or not.
  package var hasContent: Bool { !isWhole || !storage.body.isEmpty }
  /// Whether there is content that is longer than so many bytes, or may be, or for which the client wants
  /// to be asked first (RFC 9110 §10.1.1).
  package func mayHaveContent(longerThan bytes: Int) -> Bool {
    if isWhole { return storage.body.count > bytes }
    return storage.head.expectsContinue || storage.head.contentLength > bytes
  }

  /// The sender of the request; `nil` until middleware has set it. The access log contains its id,
  /// whichever copy of the request it was set in.
  public var principal: HTTPPrincipal? {
    get { known?.principal }
    set {
      if newValue != nil || known != nil { storage.sender = newValue?.id }
      known = newValue.map { KnownPrincipal($0) }
    }
  }

  /// The principal in one object, as requests are copied more often than principals are found.
  final class KnownPrincipal: Sendable {
    let principal: HTTPPrincipal

    init(_ principal: HTTPPrincipal) { self.principal = principal }
  }

  var known: KnownPrincipal?

  public var method: HTTPMethod { storage.head.method }
  public var version: HTTPVersion { storage.head.version }
  public var fields: HTTPFields { storage.head.fields }
  /// The content without its framing; empty if there is none, and until it was accepted with
  /// ``HTTPResponder/acceptContent(of:_:_:)``.
  public var body: [UInt8] { isWhole ? storage.body : [] }
  /// The address of the connection's other end.
  public var peer: HTTPPeerAddress { storage.peer }
  /// The address of the client: the one that trusted proxies report
  /// (``HTTPServerConfiguration/trustedProxies``), otherwise ``peer``.
  public var client: HTTPPeerAddress { storage.client }
  /// The request target as it was sent (RFC 9112 §3.2).
  public var target: String { text(storage.head.target) }

  /// The host and port that the client requested: from an absolute-form target, otherwise from
  /// `Host`, which is ignored when the two differ (RFC 9112 §3.2.2).
  public var authority: String? {
    if let authority = storage.head.authority { return text(authority) }
    return fields[.host]
  }

  /// Returns whether there may be a field with this name; a search in ``fields`` costs ten times as
  /// much.
  package func mayHave(_ name: HTTPFieldName) -> Bool {
    storage.head.fields.marks & name.mark != 0
  }

  /// Returns whether the first value of a field fulfils a condition; `nil` if there is no such field.
  // Not inlined: outside of this module, ``fields`` would be copied.
  @inline(never)
  package func value(
    of name: HTTPFieldName, fulfils condition: (borrowing Span<UInt8>) -> Bool
  ) -> Bool? {
    guard mayHave(name) else { return nil }
    // Each array by itself: the fields as a whole are copied with twice the work.
    let bytes = storage.head.fields.bytes
    guard let entry = HTTPFields.first(name, in: storage.head.fields.entries, bytes) else {
      return nil
    }
    return bytes.withUnsafeBufferPointer { condition($0.span.extracting(entry.value.range)) }
  }

  func text(_ range: ByteRange) -> String { storage.head.fields.text(range) }

  /// The request as a connection passes it to handlers: without its content, until that is
  /// accepted.
  package var withoutContent: HTTPRequest {
    var request = self
    request.isWhole = storage.body.isEmpty
    return request
  }
}

extension HTTPRequest {
  /// Creates a request without a connection, for testing handlers.
  ///
  /// - Throws: ``HTTPError`` if the parts do not form a valid request.
  public init(
    method: HTTPMethod, target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    peer: HTTPPeerAddress = .unknown
  ) throws(HTTPError) {
    let bytes = Self.text(of: method, target, fields)
    var parser = HTTPRequestParser(limits: HTTPLimits())
    var position = 0
    switch parser.next(bytes.span, &position) {
    // No part may contain more than itself, such as a line end and a field.
    case .head
    where position == bytes.count && parser.head.method == method
      && parser.head.target.range.count == target.utf8.count:
      break
    case .failed(let error): throw error
    default:
      throw HTTPError(
        status: .badRequest, code: .malformedRequest, message: "The request is malformed.")
    }
    storage = Storage()
    swap(&storage.head, &parser.head)
    storage.body = body
    storage.head.contentLength = UInt32(clamping: body.count)
    storage.peer = peer
    storage.client = peer
  }
}

extension HTTPRequest {
  /// Returns the bytes of a head, without the fields that frame content.
  private static func text(
    of method: HTTPMethod, _ target: String, _ fields: HTTPFields
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(target.utf8.count + fields.bytes.count + 64)
    bytes.append(contentsOf: method.rawValue.utf8)
    bytes.append(ASCII.space)
    bytes.append(contentsOf: target.utf8)
    bytes.append(" HTTP/1.1\r\n")
    if !fields.contains(.host) { bytes.append("Host: localhost\r\n") }
    fields.write(to: &bytes, without: [.contentLength, .transferEncoding])
    bytes.append("\r\n")
    return bytes
  }

  /// Returns another request of the same client.
  ///
  /// - Throws: ``HTTPError`` if the parts do not form a valid request.
  package func another(
    _ method: HTTPMethod, _ target: String, fields: HTTPFields = HTTPFields(), body: [UInt8] = []
  ) throws(HTTPError) -> HTTPRequest {
    var request = try HTTPRequest(
      method: method, target: target, fields: fields, body: body, peer: peer)
    request.storage.client = client
    request.principal = principal
    return request
  }

  /// The path as it was sent, escapes included; empty for `OPTIONS *`.
  public var path: String { text(storage.head.path) }

  /// Removes a text that the path begins with, if a slash follows it.
  ///
  /// Only the outermost middleware may do so, before anything else has the request.
  ///
  /// - Returns: Whether the path began so.
  /// - Complexity: O(length of the text).
  package func removePathPrefix(_ prefix: [UInt8]) -> Bool {
    let path = storage.head.path.range
    let bytes = storage.head.fields.bytes
    guard path.count > prefix.count, bytes[path.lowerBound &+ prefix.count] == ASCII.slash,
      bytes[path].starts(with: prefix)
    else { return false }
    storage.head.path = ByteRange((path.lowerBound &+ prefix.count)..<path.upperBound)
    return true
  }

  /// The path and the query, as a target without what was removed from the path.
  package var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

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

/// The authenticated sender of a request (RFC 9110 §11).
public struct HTTPPrincipal: Sendable, Hashable, Codable {
  /// The principal's identifier, such as a user's id.
  public var id: String
  /// Other facts about the principal, such as roles.
  public var attributes: [String: String]

  /// - Parameters:
  ///   - id: The principal's identifier, such as a user's id.
  ///   - attributes: Other facts about the principal, such as roles.
  public init(id: String, attributes: [String: String] = [:]) {
    self.id = id
    self.attributes = attributes
  }
}
