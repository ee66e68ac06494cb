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
  /// - Throws: `EncodingError` for numbers that aren't finite, dates outside of the years 1 to 9999,
  ///   values that encode nothing, or two things where one is due; and what the value's own code
  ///   throws.
  package static func encode(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(value, into: &bytes, userInfo: userInfo)
    return bytes
  }

  /// Appends an encoded value to `bytes`, or nothing if it can't be encoded.
  ///
  /// - Throws: As ``encode(_:userInfo:)``.
  package static func encode(
    _ value: some Encodable, into bytes: inout [UInt8], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws {
    let output = JSONOutput(userInfo: userInfo)
    if try write(value, front: output) {
      bytes.append(contentsOf: output.buffer.bytes)
    } else {
      try writeTree(value, into: &bytes, userInfo: userInfo)
    }
  }

  /// Writes a value from front to back into an output that is empty.
  ///
  /// - Returns: Whether that was possible.
  static func write(_ value: some Encodable, front output: JSONOutput) throws -> Bool {
    do {
      try write(value, to: output)
      return !output.needsTree
    } catch  where output.needsTree && output.failure == nil {
      // What failed may be a consequence of what was left out.
      return false
    }
  }

  /// Appends a value whose parts are put together at the end.
  static func writeTree(
    _ value: some Encodable, into bytes: inout [UInt8], userInfo: [CodingUserInfoKey: Any]
  ) throws {
    let root = JSONOutput(userInfo: userInfo, tree: OutputTree())
    try write(value, to: root)
    OutputTree.write(root, to: &bytes)
  }

  private static func write<T: Encodable>(_ value: T, to output: JSONOutput) throws {
    if try output.writeWithoutContainer(value) { return }
    let place = output.slot()
    try value.encode(to: JSONValueEncoder(place: place))
    if let failure = output.failure { throw failure }
    if output.needsTree { return }
    guard !output.frames.isEmpty, output.frames[0].form != .vacant else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [], debugDescription: "A value of type \(T.self) encoded nothing at all."))
    }
    output.finish(place)
  }
}
