import BackstackCoding

/// A decoder of an enum in the wire format. Support for the expansion of `@CasePathable`.
///
/// It throws `DecodingError`s whose coding path leads to the mistake and whose description tells
/// what a client should send.
public struct CaseDecoder {
  /// The name of the case.
  public var name: String {
    switch source {
    case .json(let value, let name): value.name(name)
    case .other(let other): other.name
    }
  }

  /// Whether cases marked `@ServerOnly` are decoded.
  public var decodesServerOnlyCases: Bool {
    decoder.userInfo[.decodesServerOnlyCases] as? Bool ?? false
  }

  /// Whether the value is a name alone rather than an object with the case's name as its key.
  private let isName: Bool
  private let source: Source
  /// Kept for a value of Backstack's own decoder.
  private let document: AnyObject?

  // Not an existential: its copy function would be looked up for each copy.
  private enum Source {
    /// Backstack's own decoder. It needs no container, which would cost more than decoding most
    /// enums.
    case json(JSONValue, name: JSONName)
    case other(OtherDecoder)
  }

  /// A decoder of an unknown type.
  private final class OtherDecoder {
    let decoder: any Decoder
    let name: String

    init(_ decoder: any Decoder, _ name: String) {
      self.decoder = decoder
      self.name = name
    }

    func members() throws -> KeyedDecodingContainer<CaseKey> {
      try decoder.container(keyedBy: CaseKey.self)
    }

    func fields() throws -> KeyedDecodingContainer<CaseKey> {
      try members().nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
    }
  }

  private var decoder: any Decoder {
    switch source {
    case .json(let value, _): value.decoder
    case .other(let other): other.decoder
    }
  }

  /// Returns whether a name is that of the case.
  public func isCase(_ name: StaticString) -> Bool {
    switch source {
    case .json(let value, let own): value.isEqual(own, to: name)
    case .other(let other): other.name == name.description
    }
  }

  /// Creates a decoder, and reads the name of the case.
  ///
  /// - Throws: `DecodingError` if the value is neither an object with one key nor a string.
  public init(from decoder: borrowing any Decoder) throws {
    if let json = JSONValue(of: decoder) {
      if let name = json.soleMemberName {
        self.init(isName: false, .json(json, name: name), json.document)
        return
      }
      if let name = json.stringAsName {
        self.init(isName: true, .json(json, name: name), json.document)
        return
      }
    }
    try self.init(other: copy decoder)
  }

  private init(isName: Bool, _ source: Source, _ document: AnyObject? = nil) {
    self.isName = isName
    self.source = source
    self.document = document
  }

  private init(other decoder: any Decoder) throws {
    do {
      let keys = try decoder.container(keyedBy: CaseKey.self).allKeys
      guard let key = keys.first, keys.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: Self.wrongCount(of: keys)))
      }
      self.init(isName: false, .other(OtherDecoder(decoder, key.stringValue)))
    } catch DecodingError.typeMismatch {
      guard let name = try? decoder.singleValueContainer().decode(String.self) else {
        throw DecodingError.typeMismatch(
          [String: Any].self,
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "Expected an object with one key, the name of the case."))
      }
      self.init(isName: true, .other(OtherDecoder(decoder, name)))
    }
  }

  /// Checks that the value of a case without payload is an object.
  @inline(never)
  public func noPayload() throws {
    if isName { return }
    switch source {
    case .json(let value, _): _ = try value.soleMember()
    case .other(let other): _ = try other.fields()
    }
  }

  /// Decodes a payload without label, and returns the enum that `make` creates from it.
  public func payload<Value: Decodable, Root>(
    _ type: Value.Type, _ make: (Value) -> Root
  ) throws -> Root {
    if isName { throw payloadMissing() }
    switch source {
    case .json(let value, _): return make(try value.decodeSoleMember(type))
    case .other(let other): return make(try payload(type, of: other))
    }
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func payload<Value: Decodable>(
    _ type: Value.Type, of other: OtherDecoder
  ) throws -> Value {
    try other.members().decode(type, forKey: CaseKey(name))
  }

  /// Starts to decode labelled payloads.
  public func fields() throws -> CaseFieldsDecoder {
    if isName { throw payloadMissing() }
    switch source {
    case .json(let value, _):
      return CaseFieldsDecoder(coder: self, source: .json(try value.soleMember()))
    case .other(let other):
      return CaseFieldsDecoder(coder: self, source: .other(.init(try other.fields())))
    }
  }

  /// Returns the error for a name that is not one of the cases.
  @inline(never)
  public func unknownCase(known: [String]) -> DecodingError {
    var codingPath = decoder.codingPath
    if !isName { codingPath.append(CaseKey(name)) }
    let known = known.map { "\"\($0)\"" }.joined(separator: ", ")
    return .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "There is no case \"\(name)\"; "
          + (known.isEmpty ? "no case can be sent." : "the cases are \(known).")))
  }

  @inline(never)
  private func payloadMissing() -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "The case \"\(name)\" has a payload: send {\"\(name)\": …}."))
  }

  private static func wrongCount(of keys: [CaseKey]) -> String {
    let found = keys.map { "\"\($0.stringValue)\"" }.sorted().joined(separator: ", ")
    return "Expected an object with one key, the name of the case; found "
      + (keys.isEmpty ? "none." : "\(keys.count): \(found).")
  }
}

/// A decoder of a case's labelled payloads. Support for the expansion of `@CasePathable`.
///
/// Unknown keys are ignored.
public struct CaseFieldsDecoder {
  fileprivate let coder: CaseDecoder
  fileprivate let source: Source

  fileprivate enum Source {
    case json(JSONValue)
    case other(OtherFields)
  }

  /// The fields of a decoder of an unknown type. An object, because the size of a container is only
  /// known at run time, and so would be that of the source.
  fileprivate final class OtherFields {
    let container: KeyedDecodingContainer<CaseKey>

    init(_ container: KeyedDecodingContainer<CaseKey>) { self.container = container }
  }

  /// Decodes a payload.
  public func decode<Value: Decodable>(_ type: Value.Type, label: String) throws -> Value {
    if case .json(let value) = source, let member = value.position(of: label) {
      return try value.decode(type, at: member)
    }
    return try decodeOther(type, label: label)
  }

  // Not inlined, so that the path above doesn't look up the type of an optional value.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func decodeOther<Value: Decodable>(_ type: Value.Type, label: String) throws -> Value {
    guard let value = try value(type, label, orNull: false) else {
      throw DecodingError.keyNotFound(
        CaseKey(label),
        .init(
          codingPath: codingPath, debugDescription: "The case \"\(coder.name)\" needs \"\(label)\"."
        ))
    }
    return value
  }

  /// Decodes a payload that may be absent or null.
  public func decode<Value: Decodable>(_ type: Value?.Type, label: String) throws -> Value? {
    try value(Value.self, label, orNull: true)
  }

  /// Decodes a payload with a default argument.
  public func decode<Value: Decodable>(
    _ type: Value.Type, label: String, default value: @autoclosure () throws -> Value
  ) throws -> Value {
    try self.value(type, label, orNull: false) ?? value()
  }

  /// Throws an error if a payload is present that must not be.
  package func refuse(_ label: String, because reason: String) throws {
    guard try value(Anything.self, label, orNull: false) != nil else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath + [CaseKey(label)], debugDescription: reason))
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ label: String, orNull: Bool
  ) throws -> Value? {
    switch source {
    case .json(let value): return try value.decodeMember(type, label, orNull: orNull)
    case .other(let other):
      let (container, key) = (other.container, CaseKey(label))
      if orNull { return try container.decodeIfPresent(type, forKey: key) }
      return container.contains(key) ? try container.decode(type, forKey: key) : nil
    }
  }

  private var codingPath: [any CodingKey] {
    switch source {
    case .json(let value): value.decoder.codingPath
    case .other(let other): other.container.codingPath
    }
  }
}

/// A value that is skipped.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
