/// The cases of enums without payloads, for enums that aren't `CaseIterable`, too.
package enum EnumCases {
  /// Returns all cases of an enum; `nil` for another type, and for an enum with payloads.
  ///
  /// - Complexity: O(number of cases).
  package static func all<Value>(of type: Value.Type) -> [Value]? {
    guard isEnum(type) else { return nil }
    let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    // Sound: Swift's ABI fixes the layout of metadata, of the descriptors of enums and of value
    // witness tables (docs/ABI/TypeMetadata.rst). The descriptor follows the kind; its sixth and
    // seventh 32-bit words contain the numbers of cases with and without payload. The tables of
    // enums end with three witnesses, of which destructiveInjectEnumTag is the last.
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
      // The allocation of an enum without bytes may have no address.
      guard let start = room.baseAddress else { return nil }
      return (0..<count).map { tag in
        for index in room.indices { room[index] = 0 }
        injectTag(start, tag, metadata)
        return start.load(as: Value.self)
      }
    }
  }

  /// The largest number of cases; a longer list would not help anyone.
  private static let most = 1000

  /// Returns whether a type is an enum; `Optional` doesn't count.
  package static func isEnum(_ type: Any.Type) -> Bool {
    let enumKind = 0x201
    // Sound: in Swift's ABI, metadata begins with its kind.
    return unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == enumKind
  }
}
