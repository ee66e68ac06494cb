/// The error of an encoding that exceeds its limit of bytes.
package struct JSONLimitExceeded: Error, Hashable {
  package init() {}
}

/// An encoder of values as JSON (RFC 8259), written from front to back into one buffer.
///
/// Members are in the order in which they were encoded, those of a dictionary in the order of their
/// keys' bytes. Text is UTF-8 with only the necessary escapes. Dates are ISO 8601 with whole
/// seconds, `Data` is Base64, a `URL` or `UUID` is a string and a `Decimal` a number.
///
/// A value is encoded a second time, in parts that are joined at the end, if its code encodes a key
/// twice, or writes to a container that was closed by writing to an outer one.
package enum JSONStreamEncoder {
  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - context: The object that ``JSONValueEncoder/context`` returns.
  ///   - limit: The number of bytes after which encoding fails. The second, partwise encoding has
  ///     no limit.
  /// - Throws: `EncodingError` for numbers that aren't finite, dates outside of the years 1 to
  ///   9999, and values that encode nothing, or two things in place of one; ``JSONLimitExceeded``;
  ///   or an error of the value's code.
  package static func encode(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:], context: AnyObject? = nil,
    limit: Int = .max
  ) throws -> [UInt8] {
    let output = JSONOutput(userInfo: userInfo, context: context, limit: limit)
    if try write(value, front: output) { return Array(output.buffer.bytes) }
    var bytes: [UInt8] = []
    try writeTree(value, into: &bytes, userInfo: userInfo, context: context)
    return bytes
  }

  /// Writes a value from front to back into an empty output, or at the end of the output if it is a
  /// part.
  ///
  /// - Parameter isPart: Whether a value that encodes nothing becomes an object without members.
  /// - Returns: Whether that was possible.
  static func write(
    _ value: some Encodable, front output: JSONOutput, isPart: Bool = false
  ) throws -> Bool {
    do {
      try write(value, to: output, isPart: isPart)
      return !output.needsTree
    } catch  where output.needsTree && output.failure == nil {
      // The error may be a consequence of what was left out.
      return false
    }
  }

  /// Appends a value whose parts are joined at the end.
  static func writeTree(
    _ value: some Encodable, into bytes: inout [UInt8], userInfo: [CodingUserInfoKey: Any],
    context: AnyObject?, isPart: Bool = false
  ) throws {
    let root = JSONOutput(userInfo: userInfo, context: context, tree: OutputTree())
    try write(value, to: root, isPart: isPart)
    OutputTree.write(root, to: &bytes)
  }

  private static func write<T: Encodable>(
    _ value: T, to output: JSONOutput, isPart: Bool
  ) throws {
    if try output.writeWithoutContainer(value) { return }
    let reference = output.slot()
    try value.encode(to: JSONValueEncoder(output, reference))
    if output.hasFailed, let failure = output.failure { throw failure }
    if output.needsTree { return }
    if output.frames.isEmpty || output.frames[0].form == .vacant, !isPart {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [], debugDescription: "A value of type \(T.self) encoded nothing at all."))
    }
    output.finish(reference)
  }
}
