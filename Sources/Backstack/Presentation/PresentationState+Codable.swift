/// The wire form is that of the optional: `null` where nothing is presented.
extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: container.decodeNil() ? nil : try State(from: decoder))
  }
}

extension KeyedDecodingContainer {
  /// Reads an absent key as nothing presented, so that hand-written states can leave it out.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    try decodeIfPresent(type, forKey: key) ?? PresentationState(wrappedValue: nil)
  }
}
