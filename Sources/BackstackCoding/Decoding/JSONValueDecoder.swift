/// A value of a document, to be read without a container, through which the compiler can't see.
package struct JSONValue: BitwiseCopyable {
  // Sound to be unmanaged: what stores a value stores its ``document``, too.
  private let owner: Unmanaged<JSONDocument>
  private let index: Int

  private init(_ owner: Unmanaged<JSONDocument>, _ index: Int) {
    self.owner = owner
    self.index = index
  }

  /// Creates the value of a decoder; `nil` if the decoder is of another type. Comparing types is
  /// thirty times as fast as casting to a protocol.
  @inline(__always)
  package init?<D: Decoder>(of decoder: borrowing D) {
    guard D.self == JSONValueDecoder.self else { return nil }
    // Sound: casts a type to itself.
    let json = unsafeBitCast(copy decoder, to: JSONValueDecoder.self)
    self.init(.passUnretained(json.document), json.index)
  }

  /// The object to keep for as long as the value is used: the decoder may be gone by then, as the
  /// code that decodes owns it.
  package var document: AnyObject { owner.takeUnretainedValue() }

  /// The value's decoder.
  package var decoder: any Decoder {
    JSONValueDecoder(document: owner.takeUnretainedValue(), index: index)
  }

  @inline(__always)
  private func read<Result>(_ body: (JSONDocument) throws -> Result) rethrows -> Result {
    try owner._withUnsafeGuaranteedRef(body)
  }

  /// The name of the only member; `nil` if the value is not an object with exactly one member.
  package var soleMemberName: JSONName? {
    let entry = read { $0.tape[index] }
    return entry.kind == .object && entry.count == 1 ? JSONName(entry: index + 1) : nil
  }

  /// The value, if it is a string.
  package var stringAsName: JSONName? {
    read { $0.tape[index].kind } == .string ? JSONName(entry: index) : nil
  }

  /// Returns the text of a name.
  package func name(_ name: JSONName) -> String { read { $0.string(name.entry) } }

  /// Returns whether a name is equal to a text, without making a string of it.
  package func isEqual(_ name: JSONName, to text: StaticString) -> Bool {
    let own = read { $0.text(name.entry) }
    return text.withUTF8Buffer { own.isEqual(to: $0) }
  }

  /// Decodes the value of the only member.
  ///
  /// - Precondition: ``soleMemberName`` is not `nil`.
  package func decodeSoleMember<T: Decodable>(_ type: T.Type) throws -> T {
    try read { try $0.decode(type, at: index + 2) }
  }

  /// Returns the only member's value, which is an object.
  ///
  /// - Throws: `DecodingError` if the value is not an object.
  /// - Precondition: ``soleMemberName`` is not `nil`.
  package func soleMember() throws -> JSONValue {
    let member = JSONValue(owner, index + 2)
    try member.checkObject()
    return member
  }

  /// Throws an error unless the value is an object.
  func checkObject() throws { try read { try $0.checkObject(at: index) } }

  /// Returns the position of the value of a member of the object; `nil` if there is no such member.
  package func position(of name: String) -> Int? { read { $0.member(name, of: index) } }

  /// Returns the error for a member that is missing.
  func absence(of name: String) -> DecodingError {
    read { $0.missing(JSONCodingKey.key(name), of: index) }
  }

  /// Decodes the value at a position that ``position(of:)`` has returned.
  package func decode<T: Decodable>(_ type: T.Type, at position: Int) throws -> T {
    try read { try $0.decode(type, at: position) }
  }

  /// Decodes the value of a member of the object.
  ///
  /// - Returns: `nil` if there is no such member, or if it is null and `orNull` is `true`.
  package func decodeMember<T: Decodable>(
    _ type: T.Type, _ name: String, orNull: Bool
  ) throws -> T? {
    try read { document in
      guard let member = document.member(name, of: index), !orNull || !document.isNull(at: member)
      else { return nil }
      return try document.decode(type, at: member)
    }
  }
}

/// The decoder of one value, which is also its single value container.
package struct JSONValueDecoder: Decoder {
  let document: JSONDocument
  let index: Int

  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  package var codingPath: [any CodingKey] { document.codingPath(to: index) }

  package var userInfo: [CodingUserInfoKey: Any] { document.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    try document.checkObject(at: index)
    return KeyedDecodingContainer(
      JSONKeyedDecodingContainer<Key>(document: document, object: index))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try document.checkArray(at: index)
    return JSONUnkeyedDecodingContainer(document: document, array: index)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { document.isNull(at: index) }

  package func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: index) }

  package func decode(_ type: String.Type) throws -> String { try document.string(at: index) }

  package func decode(_ type: Double.Type) throws -> Double { try document.double(at: index) }

  package func decode(_ type: Float.Type) throws -> Float { try document.float(at: index) }

  package func decode(_ type: Int.Type) throws -> Int { try document.integer(type, at: index) }

  package func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, at: index) }

  package func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, at: index) }

  package func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, at: index) }

  package func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, at: index) }

  package func decode(_ type: Int128.Type) throws -> Int128 {
    try document.integer(type, at: index)
  }

  package func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, at: index) }

  package func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, at: index) }

  package func decode(_ type: UInt16.Type) throws -> UInt16 {
    try document.integer(type, at: index)
  }

  package func decode(_ type: UInt32.Type) throws -> UInt32 {
    try document.integer(type, at: index)
  }

  package func decode(_ type: UInt64.Type) throws -> UInt64 {
    try document.integer(type, at: index)
  }

  package func decode(_ type: UInt128.Type) throws -> UInt128 {
    try document.integer(type, at: index)
  }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try document.decode(type, at: index)
  }
}

/// A string in the document of a decoder.
package struct JSONName {
  fileprivate let entry: Int
}
