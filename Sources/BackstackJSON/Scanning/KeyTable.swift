/// The members of one object by their names: a hash table with open addressing.
struct KeyTable {
  /// The names' entries; 0, which is never a name's, where there is none.
  private var slots: [UInt32] = []

  /// Makes room for `count` names and forgets those that are there.
  mutating func clear(for count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: size))
  }

  /// The name with the same text, if there is one; else `name` is inserted.
  mutating func insert(_ name: Int, of document: JSONDocument) -> Int? {
    let text = document.text(name)
    let slot = slot(of: text, in: document)
    if slots[slot] != 0 { return Int(slots[slot]) }
    slots[slot] = UInt32(truncatingIfNeeded: name)
    return nil
  }

  func find(_ text: UnsafeBufferPointer<UInt8>, in document: JSONDocument) -> Int? {
    let name = slots[slot(of: text, in: document)]
    return name == 0 ? nil : Int(name)
  }

  /// The slot where the text is, or where it belongs.
  private func slot(of text: UnsafeBufferPointer<UInt8>, in document: JSONDocument) -> Int {
    // Seeded for each process: nobody can choose names that collide.
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !document.text(Int(slots[slot])).isEqual(to: text) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    if count != other.count { return false }
    // From the end: names are often alike at their beginning.
    var index = count
    while index > 0 {
      index &-= 1
      // Sound: below both counts.
      if self.baseAddress.unsafelyUnwrapped[index] != other.baseAddress.unsafelyUnwrapped[index] {
        return false
      }
    }
    return true
  }
}
