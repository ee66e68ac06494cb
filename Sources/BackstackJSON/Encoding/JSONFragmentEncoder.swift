/// Encodes one value after another, in memory that is used again: parts of a document that are put
/// together later.
package struct JSONFragmentEncoder {
  private let output = JSONOutput(userInfo: [:], context: nil)

  package init() {}

  /// Encodes a value and calls `body` with the bytes, which are good until it returns.
  ///
  /// - Throws: As ``JSONStreamEncoder/encode(_:userInfo:context:)``, but a value that encodes nothing is an
  ///   object without members, as it is inside of others.
  package func withEncoded<Result>(
    _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws -> Result {
    output.reset()
    if try JSONStreamEncoder.write(value, front: output, isPart: true) {
      return body(output.buffer.bytes)
    }
    var bytes: [UInt8] = []
    try JSONStreamEncoder.writeTree(
      value, into: &bytes, userInfo: [:], context: nil, isPart: true)
    return bytes.withUnsafeBufferPointer(body)
  }
}

extension JSONValueEncoder {
  /// Encodes a gap, for which whoever has this encoder knows the array.
  ///
  /// - Parameter number: Tells the gaps of an outline apart; not negative.
  /// - Throws: `EncodingError` if a value was encoded before.
  package func encode(gap number: Int) throws {
    guard try place.output.scalar(number, at: place) else { return }
    place.output.buffer.append(JSONGap.byte)
    place.output.write(number)
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
