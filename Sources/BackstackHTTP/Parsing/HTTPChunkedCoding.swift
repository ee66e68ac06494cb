/// The chunked transfer coding (RFC 9112 §7.1), byte by byte; only CRLF ends a line.
///
/// `chunk-size [ chunk-ext ] CRLF chunk-data CRLF`, repeated, then a chunk of size zero and the
/// trailer section.
struct HTTPChunkedCoding: Sendable {
  enum Event: Sendable {
    case needsInput
    case data(Range<Int>)
    case end
    case failed(HTTPError)
  }

  enum State: Sendable {
    case size(digits: Int)
    case extensions(HTTPChunkExtensions)
    case sizeLineFeed
    case data
    case dataReturn
    case dataLineFeed
    case trailers
  }

  private var state = State.size(digits: 0)
  /// The size of the chunk being read, then the rest of it.
  private var remaining = 0
  private var bodyBytes = 0
  private var extensionBytes = 0
  private var trailers = HTTPTrailerSection()

  mutating func next(
    _ input: borrowing Span<UInt8>, _ position: inout Int, _ limits: HTTPLimits
  ) -> Event {
    while position < input.count {
      switch state {
      case .data: return nextData(input, &position)
      case .trailers: return trailers.next(input, &position, limits)
      default:
        let byte = input[position]
        position &+= 1
        if let error = step(byte, limits) { return .failed(error) }
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
      return stepSize(byte, digits, limits)
    case .extensions(let extensions):
      return stepExtensions(byte, extensions, limits)
    case .sizeLineFeed:
      guard byte == ASCII.lineFeed else { return .chunk("A chunk size line must end in CRLF.") }
      return beginChunk(limits)
    case .dataReturn:
      guard byte == ASCII.carriageReturn else { return .chunk("A chunk must end in CRLF.") }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == ASCII.lineFeed else { return .chunk("A chunk must end in CRLF.") }
      state = .size(digits: 0)
    case .data, .trailers: break
    }
    return nil
  }

  /// Takes one byte of a size: `chunk-size = 1*HEXDIG`, at most sixteen digits.
  private mutating func stepSize(
    _ byte: UInt8, _ digits: Int, _ limits: HTTPLimits
  ) -> HTTPError? {
    if let value = ASCII.hexValue(byte) {
      let (shifted, overflow) = remaining.multipliedReportingOverflow(by: 16)
      guard !overflow, digits < 16 else { return .chunk("A chunk size is too large.") }
      remaining = shifted | Int(value)
      state = .size(digits: digits &+ 1)
      return nil
    }
    guard digits > 0 else { return .chunk("A chunk does not begin with its size.") }
    return stepExtensions(byte, HTTPChunkExtensions(), limits)
  }

  private mutating func stepExtensions(
    _ byte: UInt8, _ extensions: HTTPChunkExtensions, _ limits: HTTPLimits
  ) -> HTTPError? {
    if byte == ASCII.carriageReturn, extensions.mayEnd {
      state = .sizeLineFeed
      return nil
    }
    var extensions = extensions
    guard extensions.take(byte) else {
      return .chunk("A chunk size is followed by neither CRLF nor valid extensions.")
    }
    state = .extensions(extensions)
    extensionBytes &+= 1
    return extensionBytes > limits.chunkExtensionBytes
      ? .chunk("The chunk extensions exceed \(limits.chunkExtensionBytes) bytes.") : nil
  }

  /// Checks the announced chunk against the limit before any of it is read.
  private mutating func beginChunk(_ limits: HTTPLimits) -> HTTPError? {
    if remaining == 0 {
      state = .trailers
      return nil
    }
    let (sum, overflow) = bodyBytes.addingReportingOverflow(remaining)
    if overflow || sum > limits.bodyBytes { return .contentTooLarge(limit: limits.bodyBytes) }
    bodyBytes = sum
    state = .data
    return nil
  }
}
