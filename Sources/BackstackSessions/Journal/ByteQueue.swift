/// A queue of bytes.
struct ByteQueue: Sendable {
  private var storage: [UInt8] = []
  /// The number of bytes of the storage that were removed.
  private var head = 0

  var count: Int { storage.count - head }

  /// - Complexity: O(bytes) amortized.
  mutating func append(_ bytes: [UInt8]) {
    if head * 4 >= storage.count, storage.count + bytes.count > storage.capacity {
      storage.removeFirst(head)
      head = 0
    }
    let needed = storage.count + bytes.count
    // Grown by a quarter instead of doubled, since most sessions are idle.
    if needed > storage.capacity { storage.reserveCapacity(needed + needed / 4) }
    storage += bytes
  }

  /// - Precondition: The queue has at least `count` bytes.
  mutating func removeFirst(_ count: Int) {
    head += count
    precondition(head <= storage.count)
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
  }

  /// - Precondition: The queue has at least `start + count` bytes.
  func slice(from start: Int, count: Int) -> ArraySlice<UInt8> {
    storage[(head + start)..<(head + start + count)]
  }
}
