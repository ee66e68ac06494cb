/// The head of a response while its lines arrive, each of which ends in CRLF and nothing else (RFC
/// 9112 §2.1, §2.2 and §4).
struct HTTPResponseLines: Sendable {
  /// A complete head, and what decides the framing of the content.
  struct Head: Sendable {
    var head = HTTPResponseHead()
    var contentLength = HTTPContentLength()
    var transferEncoding = HTTPTransferEncoding()
    var persistence = HTTPPersistence()
  }

  enum Event: Sendable {
    case needsInput
    case complete(Head)
    case failed(HTTPError)
  }

  private var result = Head()
  private var bytes: [UInt8] = []
  /// Where the incomplete line begins in `bytes`.
  private var lineStart = 0
  private var hasStatus = false

  var isEmpty: Bool { bytes.isEmpty }

  /// Consumes `input` from `position` up to the end of the head.
  mutating func next(
    _ input: borrowing Span<UInt8>, _ position: inout Int, _ limits: HTTPLimits
  ) -> Event {
    while position < input.count {
      let feed = ASCII.find(ASCII.lineFeed, in: input, position..<input.count)
      let end = min(feed &+ 1, input.count)
      bytes.append(input, position..<end)
      position = end
      if let error = checkLength(limits) { return .failed(error) }
      guard bytes.last == ASCII.lineFeed else { continue }
      do throws(HTTPError) {
        if let head = try endLine(limits) { return .complete(head) }
      } catch {
        return .failed(error)
      }
    }
    return .needsInput
  }

  /// Refuses a line, complete or not, that is too long.
  private func checkLength(_ limits: HTTPLimits) -> HTTPError? {
    // The line end does not count.
    if bytes.count &- lineStart > limits.fieldLineBytes &+ 2 { return .fieldLineTooLong(limits) }
    return bytes.count > limits.fieldSectionBytes ? .fieldsTooLarge(limits) : nil
  }

  /// Parses the line that is complete.
  ///
  /// - Returns: The head, if the line is the empty one after it.
  private mutating func endLine(_ limits: HTTPLimits) throws(HTTPError) -> Head? {
    let end = bytes.count &- 2
    guard end >= lineStart, bytes[end] == ASCII.carriageReturn else {
      throw .response("A line of the response head ends in LF without CR.")
    }
    let line = lineStart..<end
    lineStart = bytes.count
    guard hasStatus else {
      hasStatus = true
      try parseStatusLine(line)
      return nil
    }
    if line.isEmpty {
      swap(&result.head.fields.bytes, &bytes)
      return result
    }
    guard result.head.fields.entries.count < limits.fieldCount else {
      throw .fieldsTooLarge(limits)
    }
    try parseField(line)
    return nil
  }

  /// Parses `HTTP-version SP status-code SP [ reason-phrase ]` (RFC 9112 §4). Some servers leave out
  /// the second space with the reason.
  private mutating func parseStatusLine(_ line: Range<Int>) throws(HTTPError) {
    let malformed = HTTPError.response("The status line is malformed.")
    guard line.count >= 12, bytes[line.lowerBound &+ 8] == ASCII.space,
      let version = try? HTTPVersion.parse(
        bytes.span, line.lowerBound..<(line.lowerBound &+ 8))
    else { throw malformed }
    result.head.version = version
    var code = 0
    for index in (line.lowerBound &+ 9)..<(line.lowerBound &+ 12) {
      guard ASCII.isDigit(bytes[index]) else { throw malformed }
      code = code * 10 + Int(bytes[index] &- ASCII.zero)
    }
    let rest = (line.lowerBound &+ 12)..<line.upperBound
    guard (100...599).contains(code), rest.isEmpty || bytes[rest.lowerBound] == ASCII.space,
      ASCII.isFieldValue(bytes.span, rest)
    else { throw malformed }
    result.head.status = HTTPStatus(code)
  }

  private mutating func parseField(_ line: Range<Int>) throws(HTTPError) {
    let bytes = bytes
    let (name, value) = try HTTPFieldLine.parse(bytes.span, line)
    result.head.fields.marks |= HTTPFieldName.mark(bytes.span, name)
    // A server that passes the response on must not add another Date.
    result.head.fields.managed.insert(HTTPFields.managed(bytes.span, name))
    result.head.fields.entries.append(
      HTTPFields.Entry(name: ByteRange(name), value: ByteRange(value)))
    switch name.count {
    case 10 where ASCII.matches(bytes.span, name, "connection"):
      result.persistence.note(bytes.span, value)
    case 14 where ASCII.matches(bytes.span, name, "content-length"):
      try result.contentLength.note(bytes.span, value)
    case 17 where ASCII.matches(bytes.span, name, "transfer-encoding"):
      result.transferEncoding.note(bytes.span, value)
    default: break
    }
  }
}
