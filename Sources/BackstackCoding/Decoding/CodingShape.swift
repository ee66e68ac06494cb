/// The way in which a type is decoded, found by decoding it from an empty decoder.
package enum CodingShape {
  /// An enum whose coding is synthesized: an object whose only key is one of these names.
  case cases([String])
  /// An object; the closure returns whether it may have a member of a name.
  case members((String) -> Bool)
  /// Anything else.
  case other

  /// Creates the shape of a type, by calling the type's `init(from:)` with an empty decoder.
  package init(of type: any Decodable.Type) {
    let probe = CodingProbe()
    do {
      _ = try type.init(from: probe)
    } catch DecodingError.typeMismatch(let wanted, let context)
      where wanted == type && Self.saysCasesAreCounted(context)
    {
      self = .cases(probe.names)
      return
    } catch {
      // Expected, because the decoder is empty.
    }
    self = probe.mayHave.map { .members($0) } ?? .other
  }

  /// Returns whether an error is the one that an enum's synthesized coding throws for an object
  /// that doesn't have exactly one case's name among its keys.
  static func saysCasesAreCounted(_ context: DecodingError.Context) -> Bool {
    context.debugDescription == "Invalid number of keys found, expected one."
  }
}

/// An empty decoder that records the requested keys.
private final class CodingProbe: Decoder {
  /// The names of the keys, if the keys are an enum.
  private(set) var names: [String] = []
  /// A closure that returns whether there is a key with a name; `nil` until keys are requested.
  private(set) var mayHave: ((String) -> Bool)?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if mayHave == nil {
      names = EnumCases.all(of: type)?.map(\.stringValue) ?? []
      mayHave = { Key(stringValue: $0) != nil }
    }
    return KeyedDecodingContainer(EmptyContainer<Key>())
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NothingThere() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NothingThere() }
}

private struct EmptyContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }
  func decodeNil(forKey key: Key) throws -> Bool { throw NothingThere() }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw NothingThere() }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw NothingThere()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NothingThere()
  }

  func superDecoder() throws -> any Decoder { throw NothingThere() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw NothingThere() }
}

private struct NothingThere: Error {}
