/// `{"element": {"id": 0, "action": …}}`, `{"popFrom": {"id": 0}}`, `{"push": {"state": …}}`.
extension StackAction: Encodable where State: Encodable, Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackActionKey.self)
    switch self {
    case .element(let id, let action):
      var payload = container.nestedContainer(keyedBy: StackPayloadKey.self, forKey: .element)
      try payload.encode(id, forKey: .id)
      try payload.encode(action, forKey: .action)
    case .popFrom(let id):
      var payload = container.nestedContainer(keyedBy: StackPayloadKey.self, forKey: .popFrom)
      try payload.encode(id, forKey: .id)
    case .push(let id, let state):
      var payload = container.nestedContainer(keyedBy: StackPayloadKey.self, forKey: .push)
      if id != .unassigned { try payload.encode(id, forKey: .id) }
      try payload.encode(state, forKey: .state)
    }
  }
}

/// A push is decoded without an id unless the decoder trusts its source: the store gives it one
/// (R41).
extension StackAction: Decodable where State: Decodable, Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StackActionKey.self)
    let keys = StackActionKey.allCases.filter(container.contains)
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Expected an object whose one key is element, popFrom or push."))
    }
    let payload = try container.nestedContainer(keyedBy: StackPayloadKey.self, forKey: key)
    switch key {
    case .element:
      self = .element(
        id: try payload.decode(StackElementID.self, forKey: .id),
        action: try payload.decode(Action.self, forKey: .action))
    case .popFrom:
      self = .popFrom(id: try payload.decode(StackElementID.self, forKey: .id))
    case .push:
      var id = StackElementID.unassigned
      if payload.contains(.id) {
        guard decoder.userInfo[.decodesServerOnlyCases] as? Bool == true else {
          throw DecodingError.dataCorruptedError(
            forKey: .id, in: payload,
            debugDescription: "A push carries no id: the store gives the new element one.")
        }
        id = try payload.decode(StackElementID.self, forKey: .id)
      }
      self = .push(id: id, state: try payload.decode(State.self, forKey: .state))
    }
  }
}

private enum StackActionKey: String, CodingKey, CaseIterable {
  case element, popFrom, push
}

private enum StackPayloadKey: String, CodingKey {
  case id, action, state
}
