import BackstackCoding

/// A short text that is assembled in the caller's memory.
struct SegmentText: ~Copyable {
  // Sound: the creator keeps the memory valid for the lifetime of this value, and every store is
  // bounds-checked.
  private let room: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ room: UnsafeMutableBufferPointer<UInt8>) { self.room = room }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: room[..<count]) }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ number: Int) {
    DecimalDigits.with(UInt64(number.magnitude), isNegative: number < 0) { append($0) }
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    precondition(text.count <= room.count - count)
    _ = room[count...].initialize(fromContentsOf: text)
    count += text.count
  }
}
