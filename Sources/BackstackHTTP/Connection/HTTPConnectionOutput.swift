import BackstackPlatform

/// A connection's pending output, and how fast the client takes it.
///
/// Fields and small contents are copied into one buffer. Larger contents follow it and share their
/// memory with the response's creator; while there are any, no further request is read, so that
/// nothing is appended after them.
struct HTTPConnectionOutput: Sendable {
  /// Copied bytes, of which the first `start` were sent.
  private var bytes: [UInt8] = []
  private var start = 0
  private(set) var shared = HTTPSharedOutput()
  /// The data rate at which the client takes the output.
  private(set) var rate: HTTPDataRate

  init(now: MonotonicInstant) { rate = HTTPDataRate(since: now) }

  /// The number of bytes that wait to be written.
  var count: Int { copiedCount &+ shared.count }
  /// The number of those bytes that were copied.
  var copiedCount: Int { bytes.count &- start }
  /// The size of the buffer, with bytes that were sent.
  var bufferSize: Int { bytes.count }

  /// Calls `body` with bytes to write and whether more bytes follow them.
  func withNext<Result>(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ hasMore: Bool) -> Result
  ) -> Result {
    if start == bytes.count { return shared.withNext { body($0, false) } }
    return bytes.withUnsafeBufferPointer {
      body($0.extracting(start..<bytes.count), !shared.isEmpty)
    }
  }

  /// Removes bytes that were sent.
  ///
  /// - Parameter capacity: The capacity up to which an empty buffer is kept.
  mutating func remove(_ count: Int, keepingCapacity capacity: Int) {
    if count > copiedCount { shared.remove(count &- copiedCount) }
    start = min(start &+ count, bytes.count)
    rate.add(count)
    if start == bytes.count {
      start = 0
      bytes.removeAll(keepingCapacity: bytes.capacity <= capacity)
    } else if start > bytes.count / 2 {
      // A client that never takes everything must not make the buffer grow forever.
      bytes.removeFirst(start)
      start = 0
    }
  }

  /// Begins the next span of the client's data rate, if the client was fast enough in this one.
  mutating func renewRate(at now: MonotonicInstant, required: Int) -> Bool {
    rate.renew(at: now, required: required)
  }

  // MARK: Appending

  /// Begins to measure how fast the client takes output; call this before appending output.
  mutating func begin(at now: MonotonicInstant) {
    if count == 0 { rate.begin(at: now) }
    if !shared.isEmpty { shared.drain(into: &bytes) }
  }

  mutating func append(_ text: StaticString) { bytes.append(text) }

  mutating func append(_ content: ArraySlice<UInt8>) { bytes.append(contentsOf: content) }

  /// Appends a chunk (RFC 9112 §7.1); an empty one would end the content.
  mutating func appendChunk(_ content: [UInt8]) {
    if content.isEmpty { return }
    bytes.append(hexadecimal: content.count)
    bytes.append("\r\n")
    bytes.append(contentsOf: content)
    bytes.append("\r\n")
  }

  /// Appends content: a copy if it is small.
  mutating func append(_ body: HTTPBody) { body.write(to: &bytes, sharing: &shared) }

  /// Appends the status line and the fields of a response.
  ///
  /// - Parameters:
  ///   - connection: The value of the `Connection` field, if there is to be one.
  ///   - commonLines: The field lines of every response.
  ///   - extraLines: The field lines of this one, besides those of its handler.
  mutating func appendHead(
    of response: HTTPResponse, _ framing: HTTPOutgoingContent.Framing, connection: StaticString?,
    dateLine: [UInt8], serverLine: [UInt8], commonLines: [UInt8], extraLines: [UInt8]
  ) {
    let status = response.status.final
    let managed = response.fields.managed
    let lines = response.fields.lines
    let isWhole = commonLines.isEmpty && extraLines.isEmpty
    // The texts below and two numbers have less than 192 bytes.
    let maximum =
      192 + status.reasonText.utf8CodeUnitCount + dateLine.count + serverLine.count + lines.count
    bytes.append(upTo: maximum) { head in
      head.append(status)
      if !managed.contains(.date) { head.append(dateLine) }
      if !managed.contains(.server) { head.append(serverLine) }
      head.append(connection, framing, of: status)
      head.append(lines)
      if isWhole { head.append("\r\n") }
    }
    if isWhole { return }
    bytes.append(shared: commonLines)
    bytes.append(shared: extraLines)
    bytes.append("\r\n")
  }

  /// Appends the head of a response that switches the protocol (RFC 9110 §15.2.2).
  mutating func appendSwitchingHead(
    _ fields: HTTPFields, dateLine: [UInt8], serverLine: [UInt8], commonLines: [UInt8],
    extraLines: [UInt8]
  ) {
    bytes.append("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n")
    for lines in [dateLine, serverLine, fields.lines, commonLines, extraLines] {
      bytes.append(shared: lines)
    }
    bytes.append("\r\n")
  }

  // MARK: The buffer's memory

  /// Whether there is no buffer, so that a recycled one is welcome.
  var needsBuffer: Bool { bytes.capacity == 0 }

  /// Uses the memory of an empty buffer.
  mutating func useBuffer(_ buffer: [UInt8]) { bytes = buffer }

  /// Returns the buffer if it is empty and there is one.
  mutating func releaseBuffer() -> [UInt8]? {
    guard count == 0, bytes.capacity > 0 else { return nil }
    var buffer: [UInt8] = []
    swap(&bytes, &buffer)
    return buffer
  }
}

/// Pending content that shares its memory with the response's creator: however many connections
/// send it, it exists once.
struct HTTPSharedOutput: Sendable {
  /// The parts to be sent, in order.
  private var parts: [[UInt8]] = []
  /// The number of bytes of the first part that were sent.
  private var start = 0
  /// The number of pending bytes.
  private(set) var count = 0

  /// The size in bytes up to which content is copied, so that one call sends it with the fields.
  static let maximumCopy = 32 * 1024

  var isEmpty: Bool { count == 0 }

  mutating func append(_ part: [UInt8]) {
    if part.isEmpty { return }
    parts.append(part)
    count += part.count
  }

  /// The address and the size of the largest part; 0 for none.
  var largestPart: (address: UInt, size: Int) {
    guard let part = parts.max(by: { $0.count < $1.count }) else { return (0, 0) }
    // Not dereferenced: as long as it is not empty, the part's memory stays where it is.
    return (part.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }, part.count)
  }

  /// Calls `body` with the next bytes.
  func withNext<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let first = parts.first else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return first.withUnsafeBufferPointer { body($0.extracting(start..<first.count)) }
  }

  /// Removes bytes that were sent.
  mutating func remove(_ count: Int) {
    var rest = min(count, self.count)
    self.count -= rest
    while rest > 0, let first = parts.first {
      let sent = min(rest, first.count - start)
      rest -= sent
      start += sent
      if start == first.count {
        parts.removeFirst()
        start = 0
      }
    }
    if parts.isEmpty { parts = [] }
  }

  /// Moves the pending bytes into `output`, as a copy.
  mutating func drain(into output: inout [UInt8]) {
    for part in parts {
      output += part[start...]
      start = 0
    }
    self = Self()
  }
}

extension ByteRoom {
  /// Appends the status line of a response.
  fileprivate mutating func append(_ status: HTTPStatus) {
    if status == .ok { return append("HTTP/1.1 200 OK\r\n") }
    append("HTTP/1.1 ")
    append(decimal: status.code)
    append(ASCII.space)
    append(status.reasonText)
    append("\r\n")
  }

  /// Appends the fields that frame a response.
  fileprivate mutating func append(
    _ connection: StaticString?, _ framing: HTTPOutgoingContent.Framing, of status: HTTPStatus
  ) {
    if let connection {
      append("Connection: ")
      append(connection)
      append("\r\n")
    }
    if !status.forbidsBody {
      switch framing {
      case .length(let count):
        append("Content-Length: ")
        append(decimal: count)
        append("\r\n")
      case .chunked: append("Transfer-Encoding: chunked\r\n")
      case .untilClose: break
      }
    } else if status == .resetContent {
      // Without this, clients expect no content only for 204 and 304 (RFC 9112 §6.3 rule 1).
      append("Content-Length: 0\r\n")
    }
  }
}
