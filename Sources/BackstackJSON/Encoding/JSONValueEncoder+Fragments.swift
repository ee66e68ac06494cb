/// Parts of a document that are put together later.
extension JSONValueEncoder {
  /// Encodes a value that is no part of this encoder's one, and calls `body` with the bytes, which are
  /// good until it returns.
  ///
  /// The memory behind what is written so far is used for it.
  ///
  /// - Throws: As ``JSONStreamEncoder/encode(_:userInfo:context:limit:)``, but a value that encodes nothing is an
  ///   object without members, as it is inside of others.
  package func withFragment<Result>(
    _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws -> Result {
    let output = place.output
    if output.tree == nil, !output.needsTree {
      let mark = (output.buffer.count, output.frames.count, output.keys.count)
      defer {
        output.buffer.truncate(to: mark.0)
        output.frames.truncate(to: mark.1)
        output.keys.truncate(to: mark.2)
      }
      if try JSONStreamEncoder.write(value, front: output, isPart: true) {
        return body(UnsafeBufferPointer(rebasing: output.buffer.bytes[mark.0...]))
      }
      // It alone, and not what is around it.
      output.needsTree = false
      output.failure = nil
    }
    var bytes: [UInt8] = []
    try JSONStreamEncoder.writeTree(
      value, into: &bytes, userInfo: output.userInfo, context: nil, isPart: true)
    return bytes.withUnsafeBufferPointer(body)
  }

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
