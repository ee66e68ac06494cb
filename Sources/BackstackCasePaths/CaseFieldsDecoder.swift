/// Reads the labelled payloads of a case. Support for the expansion of `@CasePathable`.
///
/// Keys that are no label are ignored.
public struct CaseFieldsDecoder {
  let name: String
  let container: KeyedDecodingContainer<CaseKey>

  /// Reads a payload.
  public func decode<Value: Decodable>(_ type: Value.Type, label: String) throws -> Value {
    let key = CaseKey(label)
    guard container.contains(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: container.codingPath,
          debugDescription: "The case \"\(name)\" needs \"\(label)\"."))
    }
    return try container.decode(type, forKey: key)
  }

  /// Reads a payload that may be absent or null.
  public func decode<Value: Decodable>(_ type: Value?.Type, label: String) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: CaseKey(label))
  }

  /// Reads a payload with a default argument.
  public func decode<Value: Decodable>(
    _ type: Value.Type, label: String, default value: @autoclosure () throws -> Value
  ) throws -> Value {
    let key = CaseKey(label)
    guard container.contains(key) else { return try value() }
    return try container.decode(type, forKey: key)
  }

  /// Throws an error for a payload that must not be there.
  package func refuse(_ label: String, because reason: String) throws {
    let key = CaseKey(label)
    guard container.contains(key) else { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container, debugDescription: reason)
  }
}
