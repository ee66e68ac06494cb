/// The chunked transfer coding (RFC 9112 §7.1), byte by byte, with no tolerance for other line ends.
struct HTTPChunkParser: Sendable {
  enum Event: Sendable {
    case needsInput
    case data(Range<Int>)
    case end
    case failed(HTTPError)
  }

  enum State: Sendable {
    case size(digits: Int)
    case afterSize
    case extensions(isQuoted: Bool, isEscaped: Bool)
    case sizeLineFeed
    case data
    case dataReturn
    case dataLineFeed
    case trailer
  }

  var state = State.size(digits: 0)
  /// The size of the chunk being read, then what is left of it.
  var remaining = 0
  var bodyBytes = 0
  var extensionBytes = 0
  var trailerBytes = 0
  var trailerCount = 0
  /// The unfinished line of the trailer section.
  var trailerLine: [UInt8] = []

  mutating func next(
    _ input: borrowing Span<UInt8>, _ position: inout Int, _ limits: HTTPLimits
  ) -> Event {
    while position < input.count {
      if case .data = state { return nextData(input, &position) }
      let byte = input[position]
      position &+= 1
      if case .trailer = state {
        if let event = noteTrailer(byte, limits) { return event }
      } else if let error = step(byte, limits) {
        return .failed(error)
      }
    }
    return .needsInput
  }

  private mutating func nextData(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event {
    let count = min(remaining, input.count &- position)
    let range = position..<(position &+ count)
    position = range.upperBound
    remaining &-= count
    if remaining == 0 { state = .dataReturn }
    return .data(range)
  }

  /// Takes one byte of framing; data and trailers are handled elsewhere.
  private mutating func step(_ byte: UInt8, _ limits: HTTPLimits) -> HTTPError? {
    switch state {
    case .size(let digits):
      if let value = ASCII.hexValue(byte) {
        let (shifted, overflow) = remaining.multipliedReportingOverflow(by: 16)
        guard !overflow, digits < 16 else { return .chunk("A chunk size is too large.") }
        remaining = shifted | Int(value)
        state = .size(digits: digits &+ 1)
        return nil
      }
      guard digits > 0 else { return .chunk("A chunk does not begin with its size.") }
      return afterSize(byte, limits)
    case .afterSize:
      return afterSize(byte, limits)
    case .extensions(let isQuoted, let isEscaped):
      return stepExtension(byte, isQuoted, isEscaped, limits)
    case .sizeLineFeed:
      guard byte == ASCII.lineFeed else { return .chunk("A chunk size line must end in CRLF.") }
      return beginChunk(limits)
    case .dataReturn:
      guard byte == ASCII.carriageReturn else { return .chunk("A chunk must end in CRLF.") }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == ASCII.lineFeed else { return .chunk("A chunk must end in CRLF.") }
      state = .size(digits: 0)
    case .data, .trailer: break
    }
    return nil
  }

  private mutating func afterSize(_ byte: UInt8, _ limits: HTTPLimits) -> HTTPError? {
    switch byte {
    case ASCII.carriageReturn: state = .sizeLineFeed
    case ASCII.semicolon: state = .extensions(isQuoted: false, isEscaped: false)
    case ASCII.space, ASCII.tab: state = .afterSize
    default: return .chunk("A chunk size holds something other than hexadecimal digits.")
    }
    return byte == ASCII.carriageReturn ? nil : countExtension(limits)
  }

  private mutating func stepExtension(
    _ byte: UInt8, _ isQuoted: Bool, _ isEscaped: Bool, _ limits: HTTPLimits
  ) -> HTTPError? {
    if byte == ASCII.carriageReturn {
      guard !isQuoted else { return .chunk("A chunk extension has an open quote.") }
      state = .sizeLineFeed
      return nil
    }
    guard ASCII.isFieldValue(byte) else {
      return .chunk("A chunk extension holds a control character.")
    }
    if isQuoted, !isEscaped, byte == ASCII.backslash {
      state = .extensions(isQuoted: true, isEscaped: true)
    } else if byte == ASCII.quote, !isEscaped {
      state = .extensions(isQuoted: !isQuoted, isEscaped: false)
    } else {
      state = .extensions(isQuoted: isQuoted, isEscaped: false)
    }
    return countExtension(limits)
  }

  private mutating func countExtension(_ limits: HTTPLimits) -> HTTPError? {
    extensionBytes &+= 1
    return extensionBytes > limits.chunkExtensionBytes
      ? .chunk("The chunk extensions exceed \(limits.chunkExtensionBytes) bytes.") : nil
  }

  /// Counts the chunk announced against the limit before any of it is read.
  private mutating func beginChunk(_ limits: HTTPLimits) -> HTTPError? {
    if remaining == 0 {
      state = .trailer
      return nil
    }
    let (sum, overflow) = bodyBytes.addingReportingOverflow(remaining)
    if overflow || sum > limits.bodyBytes { return .contentTooLarge(limits) }
    bodyBytes = sum
    state = .data
    return nil
  }

  /// Takes one byte of the trailer section: validated as fields are, then discarded (§7.1.2).
  private mutating func noteTrailer(_ byte: UInt8, _ limits: HTTPLimits) -> Event? {
    trailerLine.append(byte)
    trailerBytes &+= 1
    if trailerBytes > limits.fieldSectionBytes { return .failed(.fieldsTooLarge(limits)) }
    guard byte == ASCII.lineFeed else { return nil }
    let end = trailerLine.count &- 2
    guard end >= 0, trailerLine[end] == ASCII.carriageReturn else {
      return .failed(.malformed("A trailer line ends in LF without CR."))
    }
    if end == 0 {
      trailerLine = []
      return .end
    }
    trailerCount &+= 1
    if trailerCount > limits.fieldCount { return .failed(.fieldsTooLarge(limits)) }
    if case .failure(let error) = HTTPFieldLine.parse(trailerLine.span, 0..<end) {
      return .failed(error)
    }
    trailerLine.removeAll(keepingCapacity: true)
    return nil
  }
}
