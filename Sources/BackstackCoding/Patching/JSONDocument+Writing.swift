extension JSONDocument {
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
