/// Bytes that are appended at one end and removed at the other.
struct ByteQueue: Sendable {
  private var storage: [UInt8] = []
  /// How many bytes of the storage were removed.
  private var head = 0

  var count: Int { storage.count - head }

  /// - Complexity: O(bytes) amortized.
  mutating func append(_ bytes: [UInt8]) {
    if head * 4 >= storage.count, storage.count + bytes.count > storage.capacity {
      storage.removeFirst(head)
      head = 0
    }
    let needed = storage.count + bytes.count
    // Grown by a quarter rather than by as much again, since most sessions are idle.
    if needed > storage.capacity { storage.reserveCapacity(needed + needed / 4) }
    storage += bytes
  }

  /// - Precondition: There are as many bytes.
  mutating func removeFirst(_ count: Int) {
    head += count
    precondition(head <= storage.count)
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
  }

  /// - Precondition: There are as many bytes.
  func slice(from start: Int, count: Int) -> ArraySlice<UInt8> {
    storage[(head + start)..<(head + start + count)]
  }
}
