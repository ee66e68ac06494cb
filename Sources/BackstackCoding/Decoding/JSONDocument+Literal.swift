extension JSONLiteral {
  /// Creates a value from a JSON document, with the order of its members and the text of its numbers.
  ///
  /// - Throws: ``JSONSyntaxError`` if the bytes are not a JSON document, or exceed the limits.
  /// - Complexity: O(*n*).
  package init(
    decoding bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    let scanned = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in try JSONDocument(bytes, limits: limits) }
    }
    self = try scanned.get().literal(at: 0)
  }
}

extension JSONDocument {
  /// Returns the value at an entry. The recursion is as deep as the document, whose depth is limited.
  func literal(at index: Int) -> JSONLiteral {
    switch tape[index].kind {
    // Gaps are in outlines only.
    case .null, .gap: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer, .real: return .number(string(index))
    case .string: return .string(string(index))
    case .array:
      var elements: [JSONLiteral] = []
      elements.reserveCapacity(tape[index].count)
      var entry = index + 1
      for _ in 0..<tape[index].count {
        elements.append(literal(at: entry))
        entry = Int(tape[entry].next)
      }
      return .array(elements)
    case .object:
      var members: [JSONLiteral.Member] = []
      members.reserveCapacity(tape[index].count)
      forEachName(of: index) { name in
        members.append(JSONLiteral.Member(string(name), literal(at: name + 1)))
      }
      return .object(members)
    }
  }
}
