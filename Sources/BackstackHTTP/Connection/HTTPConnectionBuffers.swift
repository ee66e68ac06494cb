/// Input that was read from the socket and is not parsed yet.
struct HTTPConnectionInput: Sendable {
  /// The input, of which the first `start` bytes were parsed.
  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of bytes that are not parsed yet.
  var count: Int { bytes.count &- start }
  var isEmpty: Bool { count == 0 }
  /// The size of the buffer, with bytes that were parsed.
  var bufferSize: Int { bytes.count }
  var capacity: Int { bytes.capacity }

  mutating func append(_ input: borrowing Span<UInt8>, _ range: Range<Int>) {
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(input, range)
  }

  /// Takes the buffer out while it is read, so that it is never copied on write.
  ///
  /// - Parameter buffer: An empty array, which becomes the buffer.
  /// - Returns: The position from which on to read.
  mutating func beginReading(_ buffer: inout [UInt8]) -> Int {
    swap(&buffer, &bytes)
    return start
  }

  /// Puts the buffer back, which was parsed up to a position.
  ///
  /// - Parameter capacity: The capacity up to which an empty buffer is kept.
  mutating func endReading(
    _ buffer: inout [UInt8], upTo position: Int, keepingCapacity capacity: Int
  ) {
    start = position
    if position >= buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= capacity)
      start = 0
    }
    swap(&buffer, &bytes)
  }

  /// Drops the input and the memory for it.
  mutating func drop() { self = HTTPConnectionInput() }

  fileprivate mutating func acquire(_ spare: inout [UInt8]) {
    if bytes.capacity == 0 { swap(&bytes, &spare) }
  }

  fileprivate mutating func recycle(into spare: inout [UInt8]) {
    guard isEmpty, bytes.capacity > 0 else { return }
    var buffer: [UInt8] = []
    swap(&bytes, &buffer)
    start = 0
    if spare.capacity == 0 { spare = buffer }
  }
}

/// The memory that the connections of one event loop use in turn, so that idle ones have none.
struct HTTPBufferPool {
  private var request: HTTPRequest.Storage? = HTTPRequest.Storage()
  private var input: [UInt8] = []
  private var outputs: [[UInt8]] = []
  private let maximumOutputs: Int
  private let outputCapacity: Int

  /// - Parameters:
  ///   - maximumOutputs: The number of output buffers to keep: that of the connections that can have
  ///     output at the same time.
  ///   - outputCapacity: The capacity of a usual output buffer. Of those that have grown for a long
  ///     response, one is enough.
  init(maximumOutputs: Int, outputCapacity: Int) {
    self.maximumOutputs = maximumOutputs
    self.outputCapacity = outputCapacity
  }

  /// Takes the spare request.
  mutating func acquireRequest() -> HTTPRequest.Storage? { request.take() }

  mutating func recycle(_ request: HTTPRequest.Storage) { self.request = request }

  /// Recycles the memory of a request that has no other reference.
  mutating func recycleIfUnique(_ request: inout HTTPRequest.Storage) {
    if self.request == nil, isKnownUniquelyReferenced(&request) { self.request = request }
  }

  mutating func acquire(_ input: inout HTTPConnectionInput, _ output: inout HTTPConnectionOutput) {
    input.acquire(&self.input)
    if output.needsBuffer, let buffer = outputs.popLast() { output.useBuffer(buffer) }
  }

  mutating func recycle(_ input: inout HTTPConnectionInput, _ output: inout HTTPConnectionOutput) {
    input.recycle(into: &self.input)
    if let buffer = output.releaseBuffer() {
      let limit = buffer.capacity > outputCapacity ? 1 : maximumOutputs
      if outputs.count < limit { outputs.append(buffer) }
    }
  }
}
