/// The trailer section after the last chunk (RFC 9112 §7.1.2): checked like field lines, then
/// discarded, so that no trailer can pass for a header field (RFC 9110 §6.5.1).
struct HTTPTrailerSection: Sendable {
  /// The incomplete line.
  private var line: [UInt8] = []
  private var bytes = 0
  private var count = 0

  mutating func next(
    _ input: borrowing Span<UInt8>, _ position: inout Int, _ limits: HTTPLimits
  ) -> HTTPChunkedCoding.Event {
    while position < input.count {
      let byte = input[position]
      position &+= 1
      if byte == ASCII.lineFeed {
        if let event = endLine(limits) { return event }
        continue
      }
      line.append(byte)
      let lineBytes = line.count &- (byte == ASCII.carriageReturn ? 1 : 0)
      if lineBytes > limits.fieldLineBytes { return .failed(.fieldLineTooLong(limits)) }
      if bytes &+ lineBytes > limits.trailerSectionBytes {
        return .failed(.trailersTooLarge(limits))
      }
    }
    return .needsInput
  }

  private mutating func endLine(_ limits: HTTPLimits) -> HTTPChunkedCoding.Event? {
    guard line.last == ASCII.carriageReturn else {
      return .failed(.malformed("A trailer line ends in LF without CR."))
    }
    let end = line.count &- 1
    if end == 0 { return .end }
    bytes &+= line.count &+ 1
    count &+= 1
    if count > limits.trailerCount { return .failed(.trailersTooLarge(limits)) }
    do throws(HTTPError) {
      _ = try HTTPFieldLine.parse(line.span, 0..<end)
    } catch {
      return .failed(error)
    }
    line.removeAll(keepingCapacity: true)
    return nil
  }
}
