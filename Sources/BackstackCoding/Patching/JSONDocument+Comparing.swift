extension JSONDocument {
  /// Returns whether two documents' values have the same text, ignoring white space and escapes.
  ///
  /// - Complexity: O(*n*) in the size of the smaller value.
  func isEqual(_ index: Int, to other: JSONDocument, _ otherIndex: Int) -> Bool {
    let count = Int(tape[index].next) - index
    guard count == Int(other.tape[otherIndex].next) - otherIndex else { return false }
    for step in 0..<count {
      let (mine, its) = (tape[index + step], other.tape[otherIndex + step])
      guard mine.kind == its.kind else { return false }
      switch mine.kind {
      case .array, .object: if mine.count != its.count { return false }
      case .null, .false, .true: break
      case .integer, .real, .string, .gap:
        if !text(index + step).isEqual(to: other.text(otherIndex + step)) { return false }
      }
    }
    return true
  }

  /// Feeds a hasher with the parts that ``isEqual(_:to:_:)`` compares.
  func hash(_ index: Int, into hasher: inout Hasher) {
    for step in index..<Int(tape[index].next) {
      let entry = tape[step]
      hasher.combine(entry.kind.rawValue)
      switch entry.kind {
      case .array, .object: hasher.combine(entry.count)
      case .null, .false, .true: break
      case .integer, .real, .string, .gap:
        hasher.combine(entry.end - entry.start)
        hasher.combine(bytes: UnsafeRawBufferPointer(text(step)))
      }
    }
  }

  /// Returns the entries of an array's elements.
  func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    elements.reserveCapacity(tape[array].count)
    var entry = array + 1
    for _ in 0..<tape[array].count {
      elements.append(entry)
      entry = Int(tape[entry].next)
    }
    return elements
  }
}
