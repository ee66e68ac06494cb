/// Bytes that are assembled in the caller's memory: several times as fast as appending each part to
/// an array.
package struct ByteRoom: ~Copyable {
  // Sound: the creator keeps the memory valid for the lifetime of this value, and every store is
  // bounds-checked.
  private let room: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes that were appended.
  package private(set) var count = 0

  package init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: room.baseAddress, count: count)
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    precondition(count < room.count)
    room[count] = byte
    count += 1
  }

  @inline(__always)
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    precondition(text.count <= room.count - count)
    guard let end = room.baseAddress, let start = text.baseAddress else { return }
    (end + count).initialize(from: start, count: text.count)
    count += text.count
  }

  /// Appends a literal of at least two characters.
  @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  package mutating func append(_ bytes: borrowing [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(0x2D) }
    var rest = number.magnitude
    var digits = 1
    var least: UInt = 10
    while digits < 20, rest >= least {
      digits += 1
      // 10^20 has no `UInt`; it is not compared.
      least = least &* 10
    }
    precondition(digits <= room.count - count)
    var index = count + digits
    repeat {
      index -= 1
      room[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while index > count
    count += digits
  }
}

extension [UInt8] {
  /// Creates an array of the bytes that a closure appends.
  ///
  /// - Parameter count: The maximum number of bytes.
  @inline(__always)
  package init(upTo count: Int, _ write: (inout ByteRoom) -> Void) {
    self = []
    append(upTo: count, write)
  }

  /// Appends the bytes that a closure appends to a room.
  ///
  /// - Parameter count: The maximum number of bytes.
  // Not through `init(unsafeUninitializedCapacity:)`, which looks up the type of its storage.
  @inline(__always)
  package mutating func append(upTo count: Int, _ write: (inout ByteRoom) -> Void) {
    append(addingCapacity: count) { (span: inout OutputSpan<UInt8>) in
      span.withUnsafeMutableBufferPointer { memory, count in
        var room = ByteRoom(memory)
        write(&room)
        count = room.count
      }
    }
  }
}
