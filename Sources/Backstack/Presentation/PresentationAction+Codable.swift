/// `{"presented": …}`, `{"dismiss": {}}`.
extension PresentationAction: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PresentationActionKey.self)
    switch self {
    case .presented(let action): try container.encode(action, forKey: .presented)
    case .dismiss: _ = container.nestedContainer(keyedBy: NoKey.self, forKey: .dismiss)
    }
  }
}

/// Decodes the encoded form and `"dismiss"`.
extension PresentationAction: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard name == PresentationActionKey.dismiss.rawValue else {
        throw Self.unknown(at: decoder.codingPath)
      }
      self = .dismiss
      return
    }
    let container = try decoder.container(keyedBy: PresentationActionKey.self)
    switch (container.allKeys.count, container.allKeys.first) {
    case (1, .presented): self = .presented(try container.decode(Action.self, forKey: .presented))
    case (1, .dismiss): self = .dismiss
    default: throw Self.unknown(at: decoder.codingPath)
    }
  }

  private static func unknown(at codingPath: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "Expected \"dismiss\" or an object whose one key is presented or dismiss."
      ))
  }
}

private enum PresentationActionKey: String, CodingKey {
  case presented, dismiss
}

private enum NoKey: CodingKey {}
