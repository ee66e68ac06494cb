/// How a type is decoded, as it turns out when it is to be decoded from nothing.
package enum CodingShape {
  /// An enum whose coding the compiler writes: one of these names is the only key of an object.
  case cases([String])
  /// An object; says whether it may have a member of a name.
  case members((String) -> Bool)
  /// Anything else.
  case other

  /// Finds out how a type is decoded, by running its `init(from:)` with a decoder that has nothing to give.
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
      // What is asked for is not there.
    }
    self = probe.mayHave.map { .members($0) } ?? .other
  }

  /// Whether an error is the one that the compiler has enums throw that are to be decoded from an object with
  /// other keys than the name of one case.
  static func saysCasesAreCounted(_ context: DecodingError.Context) -> Bool {
    context.debugDescription == "Invalid number of keys found, expected one."
  }
}

/// A decoder that has nothing, and notes what keys it is asked for.
private final class CodingProbe: Decoder {
  /// The keys, if they are an enum's.
  private(set) var names: [String] = []
  /// Whether there is a key of a name; `nil` until keys were asked for.
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
