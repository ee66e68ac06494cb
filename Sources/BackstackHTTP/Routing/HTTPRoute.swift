/// One route: a method, a pattern such as `/sessions/{id}/actions`, and the handler of its
/// requests.
public struct HTTPRoute: Sendable {
  public typealias Handler =
    @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) -> Void

  public let method: HTTPMethod
  public let pattern: String
  /// The form in which the handler wants the content of a request.
  public let content: HTTPContentPolicy
  /// The handler of the requests that match.
  public let handle: Handler

  /// Creates a route whose handler responds through the responder, at once or later.
  public init(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ handle: @escaping Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.content = content
    self.handle = handle
  }

  /// Returns the route at a pattern of another folder, such as `/api/sessions` for `/sessions`.
  ///
  /// - Parameter folder: What the pattern begins with; it begins with a slash.
  public func below(_ folder: String) -> HTTPRoute {
    HTTPRoute(method, folder + pattern, content: content, handle)
  }

  /// Returns a route whose handler returns the response; errors that it throws go to
  /// `errorResponse`.
  public static func returning(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(HTTPError) -> HTTPResponse
  ) -> HTTPRoute {
    HTTPRoute(method, pattern, content: content) { request, parameters, responder in
      do throws(HTTPError) {
        responder.respond(try respond(request, parameters))
      } catch {
        responder.fail(error)
      }
    }
  }
}

/// A pattern, parsed into literal and parameter segments.
struct HTTPRoutePattern {
  enum Segment {
    case literal([UInt8])
    case parameter
  }

  var segments: [Segment] = []
  var names: [String] = []

  init(_ pattern: String) {
    precondition(pattern.hasPrefix("/"), "The pattern \"\(pattern)\" must begin with a slash.")
    for text in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard text.hasPrefix("{"), text.hasSuffix("}") else {
        precondition(
          !text.contains { "{}%?#".contains($0) },
          "The pattern \"\(pattern)\" may have braces only around a whole segment.")
        segments.append(.literal(Array(text.utf8)))
        continue
      }
      let name = String(text.dropFirst().dropLast())
      precondition(
        !name.isEmpty && !names.contains(name),
        "The parameters of \"\(pattern)\" must have names that differ.")
      segments.append(.parameter)
      names.append(name)
    }
    precondition(
      names.count <= HTTPPathParameters.capacity,
      "The pattern \"\(pattern)\" has more than \(HTTPPathParameters.capacity) parameters.")
  }
}

/// The segments of a path that the `{name}` segments of a pattern matched.
public struct HTTPPathParameters: Sendable {
  /// The maximum number of parameters of a pattern.
  static let capacity = 8

  let request: HTTPRequest.Storage
  let entry: HTTPEndpoint.Entry
  let values: InlineArray<8, ByteRange>

  /// The percent-decoded text of a segment; `nil` for a name that the pattern does not have.
  ///
  /// - Complexity: O(parameters + length of the segment).
  public subscript(name: String) -> String? {
    guard let index = entry.names.firstIndex(of: name), index < HTTPPathParameters.capacity else {
      return nil
    }
    let bytes = request.head.fields.bytes
    let range = values[index].range
    if !PercentDecoding.isNeeded(bytes.span, range) {
      return request.head.fields.text(values[index])
    }
    // The router has already refused requests whose path can't be decoded.
    return PercentDecoding.decodeText(bytes.span, range)
  }

  /// Calls `body` with the bytes of a segment without escapes, for which no `String` is made; does not
  /// call it if the pattern has no such name.
  package func withPlainBytes(of name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let index = entry.names.firstIndex(of: name), index < HTTPPathParameters.capacity else {
      return
    }
    let range = values[index].range
    request.head.fields.bytes.withUnsafeBufferPointer { bytes in
      if !PercentDecoding.isNeeded(bytes.span, range) {
        body(UnsafeBufferPointer(rebasing: bytes[range]))
      }
    }
  }

  /// The number of parameters.
  public var count: Int { entry.names.count }
}
