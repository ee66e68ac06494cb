/// `{"presented": …}`, `{"dismiss": {}}`.
extension PresentationAction: Encodable where Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var encoder = CaseEncoder(encoder)
    switch self {
    case .presented(let action): try encoder.encode(case: "presented", payload: action)
    case .dismiss: encoder.encode(case: "dismiss")
    }
  }
}

/// Decodes the encoded form and `"dismiss"`.
extension PresentationAction: Decodable where Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let coder = try CaseDecoder(from: decoder)
    switch coder.name {
    case "presented": self = try coder.payload(Action.self, Self.presented)
    case "dismiss":
      try coder.noPayload()
      self = .dismiss
    default: throw coder.unknownCase(known: ["presented", "dismiss"])
    }
  }
}
