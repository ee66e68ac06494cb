// MARK: Comparing

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

// MARK: Writing

extension JSONDocument {
  /// Returns the number of bytes that ``write(_:to:limit:gaps:)`` writes for a value at least; it may
  /// write more for characters that have to be escaped.
  ///
  /// - Parameter limit: Stops the count at more bytes than this.
  /// - Complexity: O(`limit`).
  func leastSize(of index: Int, upTo limit: Int, gaps: (any JSONGaps)?) -> Int {
    var size = 0
    var entry = index
    let end = Int(tape[index].next)
    while entry < end, size <= limit {
      let value = tape[entry]
      switch value.kind {
      case .null, .false, .true, .integer, .real: size += Int(value.end - value.start)
      case .string: size += Int(value.end - value.start) + 2
      case .gap: size += gaps?.size(of: gap(entry)) ?? 0
      // The names are entries, too. Brackets, commas and colons are not.
      case .array: size += 2 + max(value.count - 1, 0)
      case .object: size += 2 + max(value.count - 1, 0) + value.count
      }
      entry += 1
    }
    return size
  }

  /// Writes a value without white space.
  ///
  /// - Parameter gaps: The content of the gaps, if the document is an outline.
  /// - Returns: `false` if the value has more than `limit` bytes; a part of it is written then.
  /// - Complexity: O(*n*) in the number of written bytes.
  @discardableResult
  func write(_ index: Int, to bytes: inout [UInt8], limit: Int = .max, gaps: (any JSONGaps)? = nil)
    -> Bool
  {
    let start = bytes.count
    /// The open containers, innermost last, with the number of values that are still to be written.
    var open: [(isObject: Bool, rest: Int)] = []
    var entry = index
    while true {
      if bytes.count - start > limit { return false }
      let value = tape[entry]
      switch value.kind {
      case .null, .false, .true, .integer, .real: bytes.append(contentsOf: text(entry))
      case .string: JSONString.write(text(entry), to: &bytes)
      case .gap:
        guard let gaps, gaps.size(of: gap(entry)) <= limit - (bytes.count - start) else {
          return false
        }
        gaps.write(gap(entry), to: &bytes)
      case .array, .object:
        let isObject = value.kind == .object
        bytes.append(isObject ? 0x7B : 0x5B)
        open.append((isObject, value.count))
      }
      entry += 1
      while let last = open.last, last.rest == 0 {
        bytes.append(last.isObject ? 0x7D : 0x5D)
        open.removeLast()
      }
      guard let last = open.last else { return bytes.count - start <= limit }
      open[open.count - 1].rest -= 1
      if tape[entry].ordinal > 0 { bytes.append(0x2C) }
      if last.isObject {
        JSONString.write(text(entry), to: &bytes)
        bytes.append(0x3A)
        entry += 1
      }
    }
  }
}
