import FoundationEssentials

// MARK: Members

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
  func missing(_ key: any CodingKey, of object: Int) -> DecodingError {
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

// MARK: Values

extension JSONDocument {
  /// Decodes the value at an entry.
  ///
  /// - Throws: `DecodingError`, or an error of the value's code.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    if T.self == String.self || T.self == Int.self || T.self == Bool.self || T.self == Double.self
      || T.self == Date.self || T.self == Data.self || T.self == URL.self
      || T.self == Decimal.self
    {
      return try decodeScalar(type, at: index)
    }
    do {
      return try T(from: JSONValueDecoder(document: self, index: index))
    } catch {
      // A single call: this function is part of each decoded value.
      return try inOtherForm(type, at: index, after: error)
    }
  }

  // Separate from the function above, to keep the stack frames of nested values small.
  @inline(never)
  private func decodeScalar<T>(_ type: T.Type, at index: Int) throws -> T {
    // Sound: each cast is from a type to itself.
    if T.self == String.self { return unsafeBitCast(try string(at: index), to: T.self) }
    if T.self == Int.self { return unsafeBitCast(try integer(Int.self, at: index), to: T.self) }
    if T.self == Bool.self { return unsafeBitCast(try bool(at: index), to: T.self) }
    if T.self == Double.self { return unsafeBitCast(try double(at: index), to: T.self) }
    if T.self == Date.self { return unsafeBitCast(try date(at: index), to: T.self) }
    if T.self == Data.self { return unsafeBitCast(try data(at: index), to: T.self) }
    if T.self == URL.self { return unsafeBitCast(try url(at: index), to: T.self) }
    return unsafeBitCast(try decimal(at: index), to: T.self)
  }

  @inline(__always)
  func isNull(at index: Int) -> Bool { tape[index].kind == .null }

  @inline(__always)
  func string(at index: Int) throws -> String {
    guard tape[index].kind == .string else {
      throw mismatch(String.self, expected: "a string", at: index)
    }
    return string(index)
  }

  @inline(__always)
  func bool(at index: Int) throws -> Bool {
    switch tape[index].kind {
    case .true: return true
    case .false: return false
    default: throw mismatch(Bool.self, expected: "true or false", at: index)
    }
  }

  private func date(at index: Int) throws -> Date {
    guard let date = JSONDate.date(from: try string(at: index)) else {
      throw corrupted("Expected a date in ISO 8601, such as 2030-01-31T23:59:59Z.", at: index)
    }
    return date
  }

  private func duration(at index: Int) throws -> Duration {
    guard let duration = JSONDuration.duration(from: try string(at: index)) else {
      throw corrupted("Expected a duration in ISO 8601, such as PT60S.", at: index)
    }
    return duration
  }

  private func data(at index: Int) throws -> Data {
    guard let data = Data(base64Encoded: try string(at: index)) else {
      throw corrupted("Expected a string in Base64.", at: index)
    }
    return data
  }

  private func url(at index: Int) throws -> URL {
    guard let url = URL(string: try string(at: index)) else {
      throw corrupted("Expected a URL.", at: index)
    }
    return url
  }
}

// MARK: Other forms

extension JSONDocument {
  /// Decodes a value that has not the form that the code of its type reads, but another one: the text of
  /// a duration, the name alone of a case without a payload, or the alternating keys and values in which
  /// dictionaries with ids as keys were stored by earlier versions.
  ///
  /// - Throws: An error that explains why the value can't be decoded.
  @inline(never)
  private func inOtherForm<T: Decodable>(
    _ type: T.Type, at index: Int, after error: any Error
  ) throws -> T {
    // Sound: the cast is from a type to itself.
    if T.self == Duration.self { return unsafeBitCast(try duration(at: index), to: T.self) }
    if let value = inOtherForm(type, at: index) { return value }
    // Foundation's own text would name the decoder's types.
    if T.self == UUID.self, tape[index].kind == .string {
      throw corrupted("Expected a UUID.", at: index)
    }
    throw explained(error, decoding: type, at: index)
  }

  private func inOtherForm<T: Decodable>(_ type: T.Type, at index: Int) -> T? {
    switch tape[index].kind {
    case .string where EnumCases.isEnum(type):
      var json = JSONWriter()
      json.beginObject()
      json.key(string(index))
      json.beginObject()
      json.endObject()
      json.endObject()
      return try? JSONStreamDecoder.decode(type, from: json.bytes, userInfo: self.userInfo)
    case .array:
      guard let pairs = type as? any DecodableFromPairs.Type else { return nil }
      return try? pairs.init(pairs: JSONValueDecoder(document: self, index: index)) as? T
    default: return nil
    }
  }
}

/// A dictionary that was once coded as an array.
private protocol DecodableFromPairs {
  init(pairs decoder: any Decoder) throws
}

extension Dictionary: DecodableFromPairs where Key == UUID, Value: Decodable {
  fileprivate init(pairs decoder: any Decoder) throws {
    var pairs = try decoder.unkeyedContainer()
    self.init()
    while !pairs.isAtEnd {
      let key = try pairs.decode(UUID.self)
      self[key] = try pairs.decode(Value.self)
    }
  }
}

// MARK: Numbers

extension JSONDocument {
  /// Returns an exact integer. A number with a fraction or an exponent may be an integer, too.
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    if tape[index].kind == .integer, let small = SmallDecimal.integer(text(index)),
      let value = T(exactly: small)
    {
      return value
    }
    return try longInteger(type, at: index)
  }

  @inline(never)
  private func longInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
    let kind = tape[index].kind
    guard kind == .integer || kind == .real else {
      throw mismatch(type, expected: "an integer", at: index)
    }
    let number = string(index)
    guard let digits = kind == .integer ? number : ExactInteger.digits(of: number) else {
      throw corrupted("Expected an integer, found \(Self.shortened(number)).", at: index)
    }
    guard let value = T(digits) else {
      throw corrupted(
        "Expected an integer from \(T.min) to \(T.max), found \(Self.shortened(number)).", at: index
      )
    }
    return value
  }

  func double(at index: Int) throws -> Double {
    switch tape[index].kind {
    case .integer, .real:
      if let value = SmallDecimal.double(text(index)) { return value }
      return try floatingPoint(Double.self, at: index)
    default: throw mismatch(Double.self, expected: "a number", at: index)
    }
  }

  func float(at index: Int) throws -> Float {
    switch tape[index].kind {
    case .integer, .real: return try floatingPoint(Float.self, at: index)
    default: throw mismatch(Float.self, expected: "a number", at: index)
    }
  }

  private func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: T.Type, at index: Int
  ) throws -> T {
    let number = string(index)
    guard let value = T(number), value.isFinite else {
      throw corrupted(
        "The number \(Self.shortened(number)) is beyond the range of \(type).", at: index)
    }
    return value
  }

  func decimal(at index: Int) throws -> Decimal {
    switch tape[index].kind {
    case .integer, .real:
      let number = string(index)
      guard let value = Decimal(string: number), value.isFinite else {
        throw corrupted(
          "The number \(Self.shortened(number)) is beyond the range of Decimal.", at: index)
      }
      return value
    default: throw mismatch(Decimal.self, expected: "a number", at: index)
    }
  }

  /// Shortens a number for an error's text, whose length the sender must not control.
  private static func shortened(_ number: String) -> String {
    number.utf8.count <= 40 ? number : number.prefix(40) + "…"
  }
}

// MARK: Errors

extension JSONDocument {
  /// Returns the error for a value of an unexpected kind.
  @inline(never)
  func mismatch(_ type: Any.Type, expected: String, at index: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath(to: index),
      debugDescription: "Expected \(expected), found \(name(of: tape[index].kind)).")
    return isNull(at: index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a value of the expected kind that the type doesn't have.
  @inline(never)
  func corrupted(_ description: String, at index: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(to: index), debugDescription: description))
  }

  private func name(of kind: TapeEntry.Kind) -> String {
    switch kind {
    case .null: "null"
    case .false: "false"
    case .true: "true"
    case .integer, .real: "a number"
    case .string: "a string"
    case .array, .gap: "an array"
    case .object: "an object"
    }
  }
}

// MARK: Values of enums in errors

extension JSONDocument {
  /// Returns an error that lists the values of an enum, if the error is about an unknown value of
  /// the enum; returns other errors unchanged.
  ///
  /// - Parameter error: The error that decoding the value at an entry threw.
  @inline(never)
  func explained<T>(_ error: any Error, decoding type: T.Type, at index: Int) -> any Error {
    switch error {
    case DecodingError.dataCorrupted(let context):
      guard let raw = type as? any RawRepresentable.Type,
        context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid "),
        let values = Self.rawValues(of: raw), !values.isEmpty
      else { return error }
      return corrupted(
        "There is no value \(text(at: index)); the values are \(values.joined(separator: ", ")).",
        at: index)
    case DecodingError.typeMismatch(let wanted, let context):
      guard wanted == type, CodingShape.saysCasesAreCounted(context),
        let decodable = type as? any Decodable.Type,
        case .cases(let names) = CodingShape(of: decodable), !names.isEmpty
      else { return error }
      return DecodingError.typeMismatch(
        wanted,
        .init(
          codingPath: context.codingPath,
          debugDescription: "Expected an object with one key, the name of the case; the cases are "
            + names.map(Self.quoted).joined(separator: ", ") + "."))
    default: return error
    }
  }

  /// Returns the raw values of a `CaseIterable` type or an enum; `nil` if they are unknown.
  private static func rawValues<Value: RawRepresentable>(of type: Value.Type) -> [String]? {
    if let listed = type as? any CaseIterable.Type {
      return cases(of: listed).compactMap { ($0 as? Value).map { text(of: $0.rawValue) } }
    }
    return EnumCases.all(of: type)?.map { text(of: $0.rawValue) }
  }

  private static func cases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.map { $0 }
  }

  private static func text(of rawValue: Any) -> String {
    (rawValue as? String).map(quoted) ?? "\(rawValue)"
  }

  /// Returns the text of a scalar in the document, or "like it" for another value.
  private func text(at index: Int) -> String {
    if let text = try? string(at: index) { return Self.quoted(text) }
    return (try? decode(Double.self, at: index)).map { number in
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    } ?? "like it"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
