/// An encoding that was given up because it has more bytes than it may.
package struct JSONLimitExceeded: Error, Hashable {
  package init() {}
}

/// Encodes values as JSON (RFC 8259), written from front to back into one buffer.
///
/// Members are in the order in which they were encoded; those of dictionaries in the dictionary's
/// order. Text is UTF-8 and escapes only what must be escaped. Dates are ISO 8601 in seconds, `Data`
/// is Base64, a `URL` or `UUID` is a string and a `Decimal` a number.
///
/// A value whose code writes to a container after it was closed by writing to an outer one, or
/// encodes a key twice, is encoded a second time, in parts that are put together at the end.
package enum JSONStreamEncoder {
  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - context: What ``JSONValueEncoder/context`` gives to who knows that encoder.
  ///   - limit: After how many bytes encoding is given up. What is encoded a second time, in parts, is
  ///     encoded to its end.
  /// - Throws: `EncodingError` for numbers that aren't finite, dates outside of the years 1 to 9999,
  ///   values that encode nothing, or two things where one is due; ``JSONLimitExceeded``; and what the
  ///   value's own code throws.
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

  /// Writes a value from front to back into an output that is empty, or after what is there if it is a part.
  ///
  /// - Parameter isPart: Whether a value that encodes nothing is an object without members.
  /// - Returns: Whether that was possible.
  static func write(
    _ value: some Encodable, front output: JSONOutput, isPart: Bool = false
  ) throws -> Bool {
    do {
      try write(value, to: output, isPart: isPart)
      return !output.needsTree
    } catch  where output.needsTree && output.failure == nil {
      // What failed may be a consequence of what was left out.
      return false
    }
  }

  /// Appends a value whose parts are put together at the end.
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
    let place = output.slot()
    try value.encode(to: JSONValueEncoder(place: place))
    if let failure = output.failure { throw failure }
    if output.needsTree { return }
    if output.frames.isEmpty || output.frames[0].form == .vacant, !isPart {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [], debugDescription: "A value of type \(T.self) encoded nothing at all."))
    }
    output.finish(place)
  }
}
