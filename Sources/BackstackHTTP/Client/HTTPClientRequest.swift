/// A request that a client sends, with its whole content.
package struct HTTPClientRequest: Sendable {
  package let method: HTTPMethod
  /// The request target in origin form (RFC 9112 §3.2.1).
  package let target: String
  /// The fields, without `Host` and those that frame the message.
  package let fields: HTTPFields
  package let content: [UInt8]

  /// Creates a request.
  ///
  /// - Throws: ``HTTPError`` if the method or the target could end the request line early, or the
  ///   target does not begin with a slash. Fields can't break out of their lines; see
  ///   ``HTTPFields/append(_:_:)``.
  package init(
    _ method: HTTPMethod, _ target: String, fields: HTTPFields = HTTPFields(),
    content: [UInt8] = []
  ) throws(HTTPError) {
    guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(ASCII.isToken),
      target.utf8.first == ASCII.slash,
      target.utf8.allSatisfy({ $0 > ASCII.space && $0 < 0x7F })
    else { throw .malformed("The request line has a method or a target that it can't have.") }
    self.method = method
    self.target = target
    self.fields = fields
    self.content = content
  }

  /// Returns the request as it is sent (RFC 9112 §2.1).
  ///
  /// - Parameter host: The value of `Host`, which comes first (RFC 9110 §7.2).
  func bytes(host: String) -> [UInt8] {
    var own = HTTPFields()
    own.append(.host, host)
    // A method that expects content says so when there is none (RFC 9110 §8.6).
    if !content.isEmpty || ![.get, .head, .delete, .options, .trace].contains(method) {
      own.append(.contentLength, "\(content.count)")
    }
    var output: [UInt8] = []
    output.reserveCapacity(128 + fields.bytes.count + content.count)
    output.append(contentsOf: "\(method.rawValue) \(target) HTTP/1.1\r\n".utf8)
    for (name, value) in own.all { output.append(contentsOf: "\(name): \(value)\r\n".utf8) }
    var others = fields
    others.remove(.host)
    others.write(to: &output)
    output.append(contentsOf: "\r\n".utf8)
    output.append(contentsOf: content)
    return output
  }
}
