/// Splits the head into lines (RFC 9112 §2.1 and §2.2), each of which ends in CRLF and nothing
/// else.
extension HTTPRequestParser {
  /// The result of one complete line of the head.
  enum LineResult {
    case more
    /// An empty line before the request line, which is not part of the head.
    case skipped
    case complete
  }

  @inline(__always)
  private var isInRequestLine: Bool {
    if case .requestLine = state { true } else { false }
  }

  mutating func nextInHead(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event {
    if head.fields.bytes.isEmpty {
      return parseHeadInPlace(input, &position)
    }
    return continueHead(input, &position)
  }

  /// Parses a head that begins in this input, and copies its bytes once.
  private mutating func parseHeadInPlace(
    _ input: borrowing Span<UInt8>, _ position: inout Int
  ) -> Event {
    var begin = position
    var lineStart = position
    var index = position
    while true {
      index = ASCII.find(ASCII.lineFeed, in: input, index..<input.count)
      guard index < input.count else { break }
      index &+= 1
      do throws(HTTPError) {
        switch try parseLine(input, lineStart..<index, base: begin) {
        case .more: break
        case .skipped: begin = index
        case .complete:
          position = index
          head.fields.bytes.append(input, begin..<index)
          return finishHead()
        }
      } catch {
        position = index
        head.fields.bytes.append(input, begin..<index)
        return fail(error)
      }
      lineStart = index
    }
    position = index
    let error = error(in: input, lineStart..<index)
    head.fields.bytes.append(input, begin..<index)
    if let error { return fail(error) }
    self.lineStart = lineStart &- begin
    return .needsInput
  }

  /// Continues with a head whose first bytes came in earlier input.
  private mutating func continueHead(
    _ input: borrowing Span<UInt8>, _ position: inout Int
  ) -> Event {
    // Taken out during the read, so that the bytes are never copied on write.
    var bytes: [UInt8] = []
    swap(&bytes, &head.fields.bytes)
    while position < input.count {
      var end = ASCII.find(ASCII.lineFeed, in: input, position..<input.count)
      let isLineComplete = end < input.count
      if isLineComplete { end &+= 1 }
      bytes.append(input, position..<end)
      position = end
      if !isLineComplete { break }
      do throws(HTTPError) {
        switch try parseLine(bytes.span, lineStart..<bytes.count, base: 0) {
        case .more: lineStart = bytes.count
        case .skipped:
          bytes.removeAll(keepingCapacity: true)
          lineStart = 0
          if position < input.count {
            swap(&bytes, &head.fields.bytes)
            return parseHeadInPlace(input, &position)
          }
        case .complete:
          swap(&bytes, &head.fields.bytes)
          return finishHead()
        }
      } catch {
        swap(&bytes, &head.fields.bytes)
        return fail(error)
      }
    }
    let error = error(in: bytes.span, lineStart..<bytes.count)
    swap(&bytes, &head.fields.bytes)
    if let error { return fail(error) }
    return .needsInput
  }

  /// Returns the error of an incomplete line, if it can't become valid.
  private func error(in bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> HTTPError? {
    do throws(HTTPError) {
      try checkLine(bytes, line, isInRequestLine)
      return nil
    } catch {
      return error
    }
  }

  /// Refuses a line, complete or not, as soon as nothing that follows can make it valid.
  ///
  /// - Parameter line: The line as far as it has arrived, without its line feed.
  // Inlined, because a call for each line would copy the parser.
  @inline(__always)
  private func checkLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, _ isRequestLine: Bool
  ) throws(HTTPError) {
    let endsInReturn = !line.isEmpty && bytes[line.upperBound &- 1] == ASCII.carriageReturn
    let content = line.lowerBound..<(line.upperBound &- (endsInReturn ? 1 : 0))
    if isRequestLine { return try HTTPRequestParser.checkRequestLine(bytes, content, limits) }
    if content.count > limits.fieldLineBytes { throw .fieldLineTooLong(limits) }
    if sectionBytes &+ content.count > limits.fieldSectionBytes { throw .fieldsTooLarge(limits) }
  }

  /// Parses one line, its line feed included; positions are kept relative to `base`.
  private mutating func parseLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) throws(HTTPError) -> LineResult {
    let isRequestLine = isInRequestLine
    let end = line.upperBound &- 2
    try checkLine(bytes, line.lowerBound..<(end &+ 1), isRequestLine)
    guard end >= line.lowerBound, bytes[end] == ASCII.carriageReturn else {
      throw .malformed("A line of the request head ends in LF without CR.")
    }
    let content = line.lowerBound..<end
    if isRequestLine {
      if content.isEmpty { return try skipEmptyLine() }
      try parseRequestLine(bytes, content, base: base)
      state = .fields
      return .more
    }
    if content.isEmpty { return .complete }
    sectionBytes &+= line.count
    if sectionBytes > limits.fieldSectionBytes || head.fields.count >= limits.fieldCount {
      throw .fieldsTooLarge(limits)
    }
    try parseFieldLine(bytes, content, base: base)
    return .more
  }

  /// Skips an empty line: old clients send one after their content (§2.2).
  private mutating func skipEmptyLine() throws(HTTPError) -> LineResult {
    emptyLines &+= 1
    guard emptyLines <= limits.emptyLines else {
      throw .malformed("Too many empty lines before the request.")
    }
    return .skipped
  }

  /// Stores one field and notes its effect on framing.
  private mutating func parseFieldLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) throws(HTTPError) {
    let (name, value) = try HTTPFieldLine.parse(bytes, line)
    let mark = HTTPFieldName.mark(bytes, name)
    if HTTPSingletonFields.mayRepeat(mark, in: head.fields.marks) {
      try checkSingleton(bytes, name, base: base)
    }
    head.fields.marks |= mark
    head.fields.entries.append(
      HTTPFields.Entry(
        name: ByteRange((name.lowerBound &- base)..<(name.upperBound &- base)),
        value: ByteRange((value.lowerBound &- base)..<(value.upperBound &- base))))
    try framing.note(bytes, name: name, value: value)
  }

  /// Refuses a second field with a name that only one field may have.
  private func checkSingleton(
    _ bytes: borrowing Span<UInt8>, _ name: Range<Int>, base: Int
  ) throws(HTTPError) {
    guard let singleton = HTTPSingletonFields.singleton(bytes, name) else { return }
    for entry in head.fields.entries where entry.name.count == name.count {
      let start = entry.name.range.lowerBound &+ base
      let earlier = start..<(start &+ name.count)
      if HTTPSingletonFields.singleton(bytes, earlier) == singleton {
        throw .repeatedField(singleton)
      }
    }
  }

  /// Checks the head as a whole and chooses the framing of the content.
  private mutating func finishHead() -> Event {
    head.fields.isReceived = true
    switch framing.finish(&head, limits) {
    case .failure(let error): return fail(error)
    case .success(.chunked):
      chunks = HTTPChunkedCoding()
      state = .chunked
    case .success(.length(let length)): state = .content(remaining: length)
    }
    return .head
  }
}
