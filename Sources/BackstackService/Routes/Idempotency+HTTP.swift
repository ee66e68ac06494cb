import BackstackCoding
package import BackstackHTTP
import BackstackSessions

extension IdempotencyKey {
  private static var maximumLength: Int { 255 }

  /// Creates the key of a request (draft-ietf-httpapi-idempotency-key-header-07), with or without the quotes of a structured field.
  ///
  /// - Parameter content: What the content says, for requests that may say it in several ways.
  /// - Returns: `nil` for a request without one.
  /// - Throws: ``Problem`` (400) for several keys, or one that is empty, too long or not plain
  ///   text.
  init?(_ request: HTTPRequest, saying content: [UInt8]? = nil) throws(Problem) {
    guard request.mayHave(.idempotencyKey) else { return nil }
    let values = request.fields.values(of: .idempotencyKey)
    guard let first = values.first else { return nil }
    guard values.count == 1 else { throw Self.refusal }
    let key = Self.unquoted(first)
    if let call = request.fields[KeyedCall.field] {
      // Whether it acts, or proposes to: a call that is repeated may do the other.
      let end = request.path.lastIndex(of: "/") ?? request.path.endIndex
      try self.init(client: key, of: String(request.path[..<end]), Array(call.utf8))
    } else {
      try self.init(client: key, of: request.path, content ?? request.body)
    }
  }

  /// Returns the text of a key without the quotes of a structured field.
  package static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Creates the key that a client has chosen for a request.
  ///
  /// - Parameters:
  ///   - path: The path of the resource that the request changes.
  ///   - content: The content of the request.
  /// - Throws: ``Problem`` (400) if the key is empty, too long or not plain text.
  init(client text: String, of path: String, _ content: [UInt8]) throws(Problem) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    else { throw Self.refusal }
    self.init(text: text, of: path.utf8, content)
  }

  private static var refusal: Problem {
    Problem(
      .invalidIdempotencyKey,
      "Idempotency-Key is one text of 1 to \(maximumLength) visible ASCII characters, such as "
        + "a UUID in quotes.")
  }
}

/// A call that asks for something in other words than an action: by a control, which may do something else when the
/// call is repeated. A request that is made for it names it in a field, so that it is the same request although its
/// content is another.
package enum KeyedCall {
  package static let field = HTTPFieldName("Backstack-Call")

  /// Returns the value of the field.
  package static func name(_ call: some Sequence<UInt8>) -> String {
    let hash = IdempotencyKey(text: "", of: "".utf8, call).fingerprint
    return String(UInt64(bitPattern: Int64(hash)), radix: 16)
  }
}

extension Answer {
  /// The head of an answer: a response without its content. Its JSON form is stored.
  private struct Head: Codable {
    /// Missing for a request that was processed, but had no response yet when this was stored.
    var status: Int?
    var fields: [String: String]?
  }

  /// The fields of responses that are kept.
  private static let keptFields: [HTTPFieldName] = [
    .contentType, .cacheControl, .contentLocation, .eTag, .location, .preferenceApplied,
    "Delta-Base",
  ]

  /// Creates the answer of the response to a request that was processed, whatever its status: a screen
  /// that can't be shown is an error of the response alone.
  init(_ response: HTTPResponse) {
    var head = Head(status: response.status.code, fields: [:])
    for name in Self.keptFields { head.fields?[name.description] = response.fields[name] }
    self.init(
      // Texts and numbers always have a JSON form.
      head: (try? JSONStreamEncoder.encode(head)) ?? Array("{}".utf8),
      content: response.body.bytes)
  }

  /// The response.
  var response: HTTPResponse {
    var response = Self.response(head)
    response.body = .bytes(content)
    return response
  }

  /// Returns the response with a head and without content.
  private static func response(_ head: [UInt8]) -> HTTPResponse {
    let head = try? JSONStreamDecoder.decode(Head.self, from: head)
    var fields = HTTPFields()
    for name in keptFields {
      if let value = head?.fields?[name.description] { fields.append(name, value) }
    }
    return HTTPResponse(status: head?.status.map { HTTPStatus($0) } ?? .ok, fields: fields)
  }

  /// Returns the outcome of a request from the head of its answer, if it is known.
  static func outcome(_ head: [UInt8]?) -> RequestOutcome {
    head.map { RequestOutcome(response($0).fields) } ?? RequestOutcome()
  }
}

/// The outcome of a request, without the content of its response.
struct RequestOutcome: Sendable, Hashable {
  /// The version that it led to, if that is known.
  var version: Int?
  /// The path of the session that it created, if it did.
  var location: String?
}

extension RequestOutcome {
  /// Reads the outcome in the fields of a response.
  init(_ fields: HTTPFields) {
    version = fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) }
    location = fields[.location]
  }
}
