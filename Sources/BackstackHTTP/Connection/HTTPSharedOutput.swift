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
  static let longestCopy = 32 * 1024

  var isEmpty: Bool { count == 0 }

  mutating func append(_ part: [UInt8]) {
    if part.isEmpty { return }
    parts.append(part)
    count += part.count
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
