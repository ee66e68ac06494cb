/// Parts of a document that are joined later.
extension JSONValueEncoder {
  /// Encodes a value that is not a part of this encoder's value, and calls `body` with the bytes,
  /// which are valid until it returns.
  ///
  /// The bytes are temporarily written after the current output.
  ///
  /// - Throws: The errors of ``JSONStreamEncoder/encode(_:userInfo:context:limit:)``, except that a
  ///   value that encodes nothing becomes an object without members, as it does inside of others.
  package func withFragment<Result>(
    _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws -> Result {
    let output = reference.output
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
      // Only the fragment needs a second pass, not the value around it.
      output.needsTree = false
      output.failure = nil
    }
    var bytes: [UInt8] = []
    try JSONStreamEncoder.writeTree(
      value, into: &bytes, userInfo: output.userInfo, context: nil, isPart: true)
    return bytes.withUnsafeBufferPointer(body)
  }

  /// Encodes a gap. The owner of the encoder knows the array that the gap stands for.
  ///
  /// - Parameter number: The number of the gap, unique in its outline and not negative.
  /// - Throws: `EncodingError` if a value was encoded before.
  package func encode(gap number: Int) throws {
    guard try reference.output.scalar(number, at: reference) else { return }
    reference.output.buffer.append(JSONGap.byte)
    reference.output.write(number)
  }
}
