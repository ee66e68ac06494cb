/// The cases of enums without payloads, which a program knows and Swift does not list.
package enum EnumCases {
  /// Every case of an enum; `nil` for another type, and for an enum with payloads.
  ///
  /// - Complexity: O(number of cases).
  package static func all<Value>(of type: Value.Type) -> [Value]? {
    guard isEnum(type) else { return nil }
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    // Sound: the layout of metadata, of the descriptors of enums and of value witness tables is fixed by
    // Swift's ABI (docs/ABI/TypeMetadata.rst): behind the kind stands the descriptor, whose sixth and
    // seventh words of 32 bits have the numbers of cases with and without payload; the tables of enums end
    // in three witnesses of which destructiveInjectEnumTag is the last.
    let word = MemoryLayout<UnsafeRawPointer>.size
    let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let count = descriptor.load(fromByteOffset: 24, as: UInt32.self)
    guard payloadCases == 0, count > 0, count <= most else { return nil }
    let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
    typealias InjectEnumTag =
      @convention(c) (_ value: UnsafeMutableRawPointer, _ tag: UInt32, _ metadata: UnsafeRawPointer)
      -> Void
    let injectTag = unsafeBitCast(
      witnesses.load(fromByteOffset: 12 * word + 8, as: UnsafeRawPointer.self),
      to: InjectEnumTag.self)
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
      let room = UnsafeMutableRawBufferPointer(room)
      // One that has no bytes has room for none either.
      guard let start = room.baseAddress else { return nil }
      return (0..<count).map { tag in
        for index in room.indices { room[index] = 0 }
        injectTag(start, tag, metadata)
        return start.load(as: Value.self)
      }
    }
  }

  /// A list of more cases would help nobody.
  private static let most = 1000

  /// Whether a type is an enum with cases of its own, `Optional` not among them.
  package static func isEnum(_ type: Any.Type) -> Bool {
    let enumKind = 0x201
    // Sound: metadata begins with its kind in Swift's ABI.
    return unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == enumKind
  }
}
