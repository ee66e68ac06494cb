/// Reads an enum in the wire format. Support for the expansion of `@CasePathable`.
///
/// The errors it throws are `DecodingError`s whose coding path leads to the wrong place and whose
/// description says what a client should send.
public struct CaseDecoder {
  /// The name of the case.
  public let name: String

  /// Whether cases marked `@ServerOnly` are to be decoded.
  public var decodesServerOnlyCases: Bool {
    decoder.userInfo[.decodesServerOnlyCases] as? Bool ?? false
  }

  private let content: Content

  private enum Content {
    /// A name alone.
    case name(any Decoder)
    /// An object with the case's name as its key.
    case member(any SoleMemberDecoder)
    case container(KeyedDecodingContainer<CaseKey>, any Decoder)
  }

  private var decoder: any Decoder {
    switch content {
    case .name(let decoder), .container(_, let decoder): decoder
    case .member(let decoder): decoder
    }
  }

  /// Reads which case it is.
  ///
  /// - Throws: `DecodingError` when there is neither an object with one key nor a string.
  public init(from decoder: any Decoder) throws {
    if let decoder = Self.direct(decoder) {
      if let name = decoder.soleMemberName {
        self.content = .member(decoder)
        self.name = name
        return
      }
      if let name = decoder.string {
        self.content = .name(decoder)
        self.name = name
        return
      }
    }
    do {
      let container = try decoder.container(keyedBy: CaseKey.self)
      let keys = container.allKeys
      guard let key = keys.first, keys.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: Self.wrongCount(of: keys)))
      }
      self.content = .container(container, decoder)
      self.name = key.stringValue
    } catch DecodingError.typeMismatch {
      guard let name = try? decoder.singleValueContainer().decode(String.self) else {
        throw DecodingError.typeMismatch(
          [String: Any].self,
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "Expected an object with one key, the name of the case."))
      }
      self.content = .name(decoder)
      self.name = name
    }
  }

  // A cast of a value whose type is known takes half as long as one of what may be anything.
  private static func direct(_ decoder: some Decoder) -> (any SoleMemberDecoder)? {
    decoder as? any SoleMemberDecoder
  }

  /// Checks a case without payload, whose value is an object.
  public func noPayload() throws {
    switch content {
    case .name: break
    case .member(let decoder): _ = try decoder.soleMember()
    case .container(let container, _):
      _ = try container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
    }
  }

  /// Reads a payload without label and makes the enum of it.
  public func payload<Value: Decodable, Root>(
    _ type: Value.Type, _ make: (Value) -> Root
  ) throws -> Root {
    switch content {
    case .name: throw payloadMissing()
    case .member(let decoder): return make(try decoder.decodeSoleMember(type))
    case .container(let container, _):
      return make(try container.decode(type, forKey: CaseKey(name)))
    }
  }

  /// Begins to read labelled payloads.
  public func fields() throws -> CaseFieldsDecoder {
    switch content {
    case .name: throw payloadMissing()
    case .member(let decoder):
      return CaseFieldsDecoder(name: name, content: .object(try decoder.soleMember()))
    case .container(let container, _):
      let fields = try container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
      return CaseFieldsDecoder(name: name, content: .container(fields))
    }
  }

  /// The error for a name that is not one of the cases.
  public func unknownCase(known: [String]) -> DecodingError {
    var codingPath = decoder.codingPath
    if case .name = content {} else { codingPath.append(CaseKey(name)) }
    let known = known.map { "\"\($0)\"" }.joined(separator: ", ")
    return .dataCorrupted(
      .init(
        codingPath: codingPath,
        debugDescription: "There is no case \"\(name)\"; "
          + (known.isEmpty ? "no case can be sent." : "the cases are \(known).")))
  }

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
