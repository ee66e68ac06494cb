/// Encodes one value after another, in memory that is used again: parts of a document that are put
/// together later by ``JSONRawEncoder``.
package final class JSONFragmentEncoder {
  private let output = JSONOutput(userInfo: [:])

  package init() {}

  /// Encodes a value and calls `body` with the bytes, which are good until it returns.
  ///
  /// - Throws: As ``JSONStreamEncoder/encode(_:userInfo:)``.
  package func withEncoded<Result>(
    _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws -> Result {
    output.reset()
    if try JSONStreamEncoder.write(value, front: output) { return body(output.buffer.bytes) }
    var bytes: [UInt8] = []
    try JSONStreamEncoder.writeTree(value, into: &bytes, userInfo: [:])
    return bytes.withUnsafeBufferPointer(body)
  }
}

/// An encoder that takes values which are JSON already.
package protocol JSONRawEncoder: Encoder {
  /// Encodes a value that is JSON already.
  ///
  /// - Throws: `EncodingError` if a value was encoded before.
  func encode(json: UnsafeBufferPointer<UInt8>) throws
}

extension JSONValueEncoder: JSONRawEncoder {
  func encode(json: UnsafeBufferPointer<UInt8>) throws {
    if try place.output.scalar(json, at: place) { place.output.buffer.append(json) }
  }
}

extension JSONOutput {
  /// Makes an output that has no tree as good as new.
  fileprivate func reset() {
    buffer.truncate(to: 0)
    frames.truncate(to: 0)
    keys.truncate(to: 0)
    if !keySets.isEmpty { keySets = [:] }
    failure = nil
    needsTree = false
  }
}
