import BackstackCoding

// A shared value has the wire form of the value. Which places share one is stored beside the state.

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try reference.encode(to: encoder) }
}

extension Shared: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(reference: try SharedReference.decode(from: decoder))
  }
}

extension SharedReader: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try reference.encode(to: encoder) }
}

extension SharedReader: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(reference: try SharedReference.decode(from: decoder))
  }
}

extension KeyedDecodingContainer {
  /// Decodes an absent key as `nil`.
  public func decode<Value: Decodable & Sendable>(
    _ type: Shared<Value?>.Type, forKey key: Key
  ) throws -> Shared<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Shared(value: nil)
  }

  /// Decodes an absent key as `nil`.
  public func decode<Value: Decodable & Sendable>(
    _ type: SharedReader<Value?>.Type, forKey key: Key
  ) throws -> SharedReader<Value?> {
    try decodeIfPresent(type, forKey: key) ?? SharedReader(value: nil)
  }
}

extension MemberDecoder {
  /// Decodes an absent member as `nil`.
  public func decode<Value: Decodable & Sendable>(_ name: String) throws -> Shared<Value?> {
    let shared: Shared<Value?>? = try decode(name)
    return shared ?? Shared(value: nil)
  }

  /// Decodes an absent member as `nil`.
  public func decode<Value: Decodable & Sendable>(_ name: String) throws -> SharedReader<Value?> {
    let shared: SharedReader<Value?>? = try decode(name)
    return shared ?? SharedReader(value: nil)
  }
}

extension Shared: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: Value.self)
  }
}

extension SharedReader: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: Value.self)
  }
}

extension SharedReference where Value: Encodable {
  fileprivate func encode(to encoder: any Encoder) throws {
    guard let json = JSONValueEncoder(sameAs: encoder), let stacks = json.context as? StackEncoding
    else {
      // Without a context, only its depth tells that a value is a part of itself.
      guard encoder.codingPath.count < 100 else {
        throw EncodingError.invalidValue(
          self,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "A shared value is a part of itself, or is 100 levels deep."))
      }
      var container = encoder.singleValueContainer()
      return try container.encode(value)
    }
    try stacks.encoder.willEncode(self, in: json)
    defer { stacks.encoder.didEncodeReference() }
    try json.encode(value)
  }
}

extension SharedReference where Value: Decodable {
  fileprivate static func decode(from decoder: any Decoder) throws -> SharedReference {
    let box = SharedBox(try decoder.singleValueContainer().decode(Value.self))
    (decoder.userInfo[.sharedDecoding] as? SharedDecoding)?.add(box, at: decoder.codingPath)
    return box
  }
}
