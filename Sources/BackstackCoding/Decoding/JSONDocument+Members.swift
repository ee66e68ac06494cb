extension JSONDocument {
  /// The largest number of names that are compared before a table of them is created.
  private static var comparedNames: Int { 16 }

  /// Returns the entry of a member's value.
  ///
  /// The search begins at the member that was found last, because members are mostly requested in
  /// order.
  ///
  /// - Complexity: O(1) on average.
  func member(_ name: String, of object: Int) -> Int? {
    var name = name
    return name.withUTF8 { member($0, of: object) }
  }

  /// Returns the entry of the value of a member whose name is given as bytes.
  @inline(__always)
  func member(_ text: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    let end = Int(tape[object].next)
    var entry = Int(tape[object].start)
    for step in 0..<tape[object].count {
      if self.text(entry).isEqual(to: text) {
        tape[object].start = UInt32(truncatingIfNeeded: entry)
        return entry + 1
      }
      if step == Self.comparedNames { return memberInTable(text, of: object) }
      entry = Int(tape[entry + 1].next)
      if entry == end { entry = object + 1 }
    }
    return nil
  }

  @inline(never)
  private func memberInTable(_ text: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    let key = UInt32(truncatingIfNeeded: object)
    if keyTables[key] == nil {
      var table = KeyTable()
      table.clear(for: tape[object].count)
      forEachName(of: object) { _ = table.insert($0, of: self) }
      keyTables[key] = table
    }
    guard let entry = keyTables[key]?.find(text, in: self) else { return nil }
    tape[object].start = UInt32(truncatingIfNeeded: entry)
    return entry + 1
  }

  /// Calls `body` with the entry of each member's name.
  func forEachName(of object: Int, _ body: (Int) -> Void) {
    var entry = object + 1
    for _ in 0..<tape[object].count {
      body(entry)
      entry = Int(tape[entry + 1].next)
    }
  }

  /// Returns the entry of the value of a required member.
  @inline(__always)
  func value(forKey key: some CodingKey, of object: Int) throws -> Int {
    guard let index = member(key.stringValue, of: object) else {
      throw missing(key, of: object)
    }
    return index
  }

  @inline(never)
  private func missing(_ key: any CodingKey, of object: Int) -> DecodingError {
    .keyNotFound(
      key,
      .init(
        codingPath: codingPath(to: object),
        debugDescription: "The object has no member \"\(key.stringValue)\"."))
  }

  /// Returns the entry of a member's value, or of a null if the member is missing.
  func valueOrNull(forKey key: String, of object: Int) -> Int {
    member(key, of: object) ?? appendNull(named: key, to: object)
  }

  /// Throws an error unless a value is an object.
  func checkObject(at index: Int) throws {
    guard tape[index].kind == .object else {
      throw mismatch([String: Any].self, expected: "an object", at: index)
    }
  }

  /// Throws an error unless a value is an array.
  func checkArray(at index: Int) throws {
    guard tape[index].kind == .array else {
      throw mismatch([Any].self, expected: "an array", at: index)
    }
  }
}
