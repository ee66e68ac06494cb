import BackstackCoding

/// A decoder of a case's labelled payloads. Support for the expansion of `@CasePathable`.
///
/// Unknown keys are ignored.
public struct CaseFieldsDecoder {
  let name: String
  let source: Source

  enum Source {
    case json(JSONValueDecoder)
    case other(KeyedDecodingContainer<CaseKey>)
  }

  /// Decodes a payload.
  public func decode<Value: Decodable>(_ type: Value.Type, label: String) throws -> Value {
    guard let value = try value(type, label, orNull: false) else {
      throw DecodingError.keyNotFound(
        CaseKey(label),
        .init(codingPath: codingPath, debugDescription: "The case \"\(name)\" needs \"\(label)\"."))
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
    case .json(let decoder): return try decoder.decodeMember(type, label, orNull: orNull)
    case .other(let container):
      let key = CaseKey(label)
      if orNull { return try container.decodeIfPresent(type, forKey: key) }
      return container.contains(key) ? try container.decode(type, forKey: key) : nil
    }
  }

  private var codingPath: [any CodingKey] {
    switch source {
    case .json(let decoder): decoder.codingPath
    case .other(let container): container.codingPath
    }
  }
}

/// A value that is skipped.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
