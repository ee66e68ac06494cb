import BackstackHTTP
import BackstackSessions

extension IdempotencyKey {
  private static var maximumLength: Int { 255 }

  /// Creates the key of a request (draft-ietf-httpapi-idempotency-key-header-07), with or without the quotes of a structured field.
  ///
  /// - Returns: `nil` for a request without one.
  /// - Throws: ``Problem`` (400) for several keys, or one that is empty, too long or not plain
  ///   text.
  init?(_ request: HTTPRequest) throws(Problem) {
    guard request.mayHave(.idempotencyKey) else { return nil }
    let values = request.fields.values(of: .idempotencyKey)
    guard let first = values.first else { return nil }
    var text = first[...]
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    guard values.count == 1 else { throw Self.refusal }
    try self.init(client: String(text), of: request.path, request.body)
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
