extension HTTPRequestParser {
  /// What became of one complete line of the head.
  enum LineResult {
    case more
    /// An empty line before the request line, which is not part of the head.
    case skipped
    case complete
    case failed(HTTPError)
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
    while index < input.count {
      guard input[index] == ASCII.lineFeed else {
        index &+= 1
        continue
      }
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
        return fail(error)
      }
      lineStart = index
    }
    position = index
    if let error = checkUnfinishedLine(input, lineStart..<index) { return fail(error) }
    head.fields.bytes.append(input, begin..<index)
    self.lineStart = lineStart &- begin
    return .needsInput
  }

  /// Goes on with a head whose first bytes came in earlier input.
  private mutating func continueHead(
    _ input: borrowing Span<UInt8>, _ position: inout Int
  ) -> Event {
    // The bytes are taken out while they are read, so that they are never copied on write.
    var bytes: [UInt8] = []
    swap(&bytes, &head.fields.bytes)
    while position < input.count {
      var end = position
      while end < input.count, input[end] != ASCII.lineFeed { end &+= 1 }
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
      case .failed(let error): return fail(error)
      }
    }
    let error = checkUnfinishedLine(bytes.span, lineStart..<bytes.count)
    swap(&bytes, &head.fields.bytes)
    if let error { return fail(error) }
    return .needsInput
  }

  /// Refuses a line as soon as it cannot become valid.
  private func checkUnfinishedLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>
  ) -> HTTPError? {
    switch state {
    case .requestLine:
      if let first = line.first, bytes[first] != ASCII.carriageReturn,
        !ASCII.isToken(bytes[first])
      {
        return .malformed("The request line does not begin with a method.")
      }
      return line.count > limits.requestLineBytes + 1 ? .targetTooLong(limits) : nil
    default:
      return framing.sectionBytes + line.count > limits.fieldSectionBytes + 1
        ? .fieldsTooLarge(limits) : nil
    }
  }

  /// Parses one line, its line feed included; positions are kept relative to `base`.
  private mutating func parseLine(
    _ bytes: borrowing Span<UInt8>, _ line: Range<Int>, base: Int
  ) -> LineResult {
    let isRequestLine: Bool
    if case .requestLine = state { isRequestLine = true } else { isRequestLine = false }
    let end = line.upperBound &- 2
    let hasCarriageReturn = end >= line.lowerBound && bytes[end] == ASCII.carriageReturn
    let length = hasCarriageReturn ? end &- line.lowerBound : line.count &- 1
    if isRequestLine, length > limits.requestLineBytes { return .failed(.targetTooLong(limits)) }
    guard hasCarriageReturn else {
      return .failed(.malformed("A line of the request head ends in LF without CR."))
    }
    let content = line.lowerBound..<end
    if isRequestLine {
      if content.isEmpty {
        emptyLines += 1
        return emptyLines > HTTPLimits.emptyLines
          ? .failed(.malformed("Too many empty lines before the request.")) : .skipped
      }
      if let error = parseRequestLine(bytes, content, base: base) { return .failed(error) }
      state = .fields
      return .more
    }
    if content.isEmpty { return .complete }
    framing.sectionBytes += line.count
    if framing.sectionBytes > limits.fieldSectionBytes || head.fields.count >= limits.fieldCount {
      return .failed(.fieldsTooLarge(limits))
    }
    if let error = parseFieldLine(bytes, content, base: base) { return .failed(error) }
    return .more
  }

  /// Checks the head as a whole and chooses the framing of the content.
  private mutating func finishHead() -> Event {
    head.fields.isReceived = true
    if let error = framing.check(&head, limits) { return fail(error) }
    if framing.isChunked {
      chunks = HTTPChunkParser()
      state = .chunked
    } else {
      state = .content(remaining: framing.contentLength ?? 0)
    }
    return .head
  }
}
