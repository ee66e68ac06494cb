/// The members of one object by name: a hash table with open addressing.
struct KeyTable {
  /// The entries of the names; 0, which is never a name's entry, marks an empty slot.
  private var slots: [UInt32] = []

  /// Removes all names, and makes room for `count` new ones.
  mutating func clear(for count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: size))
  }

  /// Returns the name with the same text, if there is one; otherwise inserts `name`.
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

  /// Returns the slot of the text, or the empty slot in which it belongs.
  private func slot(of text: UnsafeBufferPointer<UInt8>, in document: JSONDocument) -> Int {
    // The hasher is seeded per process, so that senders can't choose names that collide.
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
    // From the end, because names often have the same beginning.
    var index = count
    while index > 0 {
      index &-= 1
      // Sound: the index is below both counts.
      if self.baseAddress.unsafelyUnwrapped[index] != other.baseAddress.unsafelyUnwrapped[index] {
        return false
      }
    }
    return true
  }
}

/// A search for members with the same name. RFC 8259 §4 leaves their meaning open and RFC 7493 §2.3
/// forbids them: two programs may read such an object differently.
struct DuplicateKeys {
  private var table = KeyTable()

  /// The largest number of names that are compared one by one.
  private static var comparedNames: Int { 8 }

  /// Returns the entry of the first name that repeats an earlier one.
  ///
  /// - Complexity: O(*n*) in the number of members.
  mutating func find(in object: Int, of document: JSONDocument) -> Int? {
    let tape = document.tape
    let count = tape[object].count
    if count > Self.comparedNames { table.clear(for: count) }
    var name = object + 1
    for position in 0..<count {
      if count > Self.comparedNames {
        if table.insert(name, of: document) != nil { return name }
      } else {
        let text = document.text(name)
        var other = object + 1
        for _ in 0..<position {
          if document.text(other).isEqual(to: text) { return name }
          other = Int(tape[other + 1].next)
        }
      }
      name = Int(tape[name + 1].next)
    }
    return nil
  }
}
