/// Splits the head into lines (RFC 9112 §2.1 and §2.2), each of which ends in CRLF and nothing
/// else.
extension HTTPRequestParser {
  /// The result of one complete line of the head.
  enum LineResult {
    case more
    /// An empty line before the request line, which is not part of the head.
    case skipped
    case complete
    case failed(HTTPError)
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
      switch parseLine(input, lineStart..<index, base: begin) {
      case .more: break
      case .skipped: begin = index
      case .complete:
        position = index
        head.fields.bytes.append(input, begin..<index)
        return finishHead()
      case .failed(let error):
        position = index
        head.fields.bytes.append(input, begin..<index)
        return fail(error)
      }
      lineStart = index
    }
    position = index
    let error = checkLine(input, lineStart..<index, isInRequestLine)
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
      switch parseLine(bytes.span, lineStart..<bytes.count, base: 0) {
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
      case .failed(let error):
        swap(&bytes, &head.fields.bytes)
        return fail(error)
      }
    }
    let error = checkLine(bytes.span, lineStart..<bytes.count, isInRequestLine)
    swap(&bytes, &head.fields.bytes)
    if let error { return fail(error) }
    return .needsInput
  }

  /// Refuses a line, complete or not, as soon as nothing that follows can make it valid.
  ///
  /// - Parameter line: The line as far as it has arrived, without its line feed.
  // Inlined, because a call for each line would copy the parser.
  @inline(__always)
  private func checkLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, _ isRequestLine: Bool
  ) -> HTTPError? {
    let endsInReturn = !line.isEmpty && bytes[line.upperBound &- 1] == ASCII.carriageReturn
    let content = line.lowerBound..<(line.upperBound &- (endsInReturn ? 1 : 0))
    if isRequestLine { return HTTPRequestParser.checkRequestLine(bytes, content, limits) }
    if content.count > limits.fieldLineBytes { return .fieldLineTooLong(limits) }
    return sectionBytes &+ content.count > limits.fieldSectionBytes
      ? .fieldsTooLarge(limits) : nil
  }

  /// Parses one line, its line feed included; positions are kept relative to `base`.
  private mutating func parseLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) -> LineResult {
    let isRequestLine = isInRequestLine
    let end = line.upperBound &- 2
    if let error = checkLine(bytes, line.lowerBound..<(end &+ 1), isRequestLine) {
      return .failed(error)
    }
    guard end >= line.lowerBound, bytes[end] == ASCII.carriageReturn else {
      return .failed(.malformed("A line of the request head ends in LF without CR."))
    }
    let content = line.lowerBound..<end
    if isRequestLine {
      if content.isEmpty { return skipEmptyLine() }
      if let error = parseRequestLine(bytes, content, base: base) { return .failed(error) }
      state = .fields
      return .more
    }
    if content.isEmpty { return .complete }
    sectionBytes &+= line.count
    if sectionBytes > limits.fieldSectionBytes || head.fields.count >= limits.fieldCount {
      return .failed(.fieldsTooLarge(limits))
    }
    if let error = parseFieldLine(bytes, content, base: base) { return .failed(error) }
    return .more
  }

  /// Skips an empty line: old clients send one after their content (§2.2).
  private mutating func skipEmptyLine() -> LineResult {
    emptyLines &+= 1
    return emptyLines > limits.emptyLines
      ? .failed(.malformed("Too many empty lines before the request.")) : .skipped
  }

  /// Stores one field and notes its effect on framing.
  private mutating func parseFieldLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) -> HTTPError? {
    switch HTTPFieldLine.parse(bytes, line) {
    case .failure(let error): return error
    case .success(let (name, value)):
      let mark = HTTPFieldName.mark(bytes, name)
      if HTTPSingletonFields.mayRepeat(mark, in: head.fields.marks),
        let error = checkSingleton(bytes, name, base: base)
      {
        return error
      }
      head.fields.marks |= mark
      head.fields.entries.append(
        HTTPFields.Entry(
          name: ByteRange((name.lowerBound &- base)..<(name.upperBound &- base)),
          value: ByteRange((value.lowerBound &- base)..<(value.upperBound &- base))))
      return framing.note(bytes, name: name, value: value)
    }
  }

  /// Refuses a second field with a name that only one field may have.
  private func checkSingleton(
    _ bytes: borrowing Span<UInt8>, _ name: Range<Int>, base: Int
  ) -> HTTPError? {
    guard let singleton = HTTPSingletonFields.singleton(bytes, name) else { return nil }
    for entry in head.fields.entries where entry.name.count == name.count {
      let start = entry.name.range.lowerBound &+ base
      let earlier = start..<(start &+ name.count)
      if HTTPSingletonFields.singleton(bytes, earlier) == singleton {
        return .repeatedField(singleton)
      }
    }
    return nil
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
