/// Content that waits for the client in the memory of whoever made it: however many connections send it, it
/// is there once.
struct HTTPSharedOutput: Sendable {
  /// What is still to be sent, in order.
  private var parts: [[UInt8]] = []
  /// How many bytes of the first part were sent.
  private var start = 0
  /// How many bytes wait.
  private(set) var count = 0

  /// Content up to this size is copied, so that it is sent together with the fields before it.
  static let longestCopy = 32 * 1024

  var isEmpty: Bool { count == 0 }

  mutating func append(_ part: [UInt8]) {
    if part.isEmpty { return }
    parts.append(part)
    count += part.count
  }

  /// Calls `body` with bytes that come next.
  func withNext<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let first = parts.first else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return first.withUnsafeBufferPointer { body($0.extracting(start..<first.count)) }
  }

  /// Releases the bytes that were sent.
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

  /// Takes out what waits, as a copy.
  mutating func drain(into output: inout [UInt8]) {
    for part in parts {
      output += part[start...]
      start = 0
    }
    self = Self()
  }
}
