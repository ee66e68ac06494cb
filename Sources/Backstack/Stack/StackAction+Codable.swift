/// `{"element": {"id": 0, "action": …}}`, `{"popFrom": {"id": 0}}`, `{"push": {"state": …}}`.
extension StackAction: Encodable where State: Encodable, Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var encoder = CaseEncoder(encoder)
    switch self {
    case .element(let id, let action):
      var fields = encoder.fields(case: "element")
      try fields.encode(id, label: "id")
      try fields.encode(action, label: "action")
    case .popFrom(let id):
      var fields = encoder.fields(case: "popFrom")
      try fields.encode(id, label: "id")
    case .push(let id, let state):
      var fields = encoder.fields(case: "push")
      try fields.encode(id == .unassigned ? nil : id, label: "id")
      try fields.encode(state, label: "state")
    }
  }
}

/// A push has no id, which the store generates, unless the decoder trusts its source. To a decoder
/// that refuses pushes, `push` is an unknown case.
extension StackAction: Decodable where State: Decodable, Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let coder = try CaseDecoder(from: decoder)
    // Computed only where needed: most actions belong to elements.
    var refusesPushes: Bool { decoder.userInfo[.refusesPushes] as? Bool ?? false }
    switch coder.name {
    case "element":
      let fields = try coder.fields()
      self = .element(
        id: try fields.decode(StackElementID.self, label: "id"),
        action: try fields.decode(Action.self, label: "action"))
    case "popFrom":
      self = .popFrom(id: try coder.fields().decode(StackElementID.self, label: "id"))
    case "push" where !refusesPushes || coder.decodesServerOnlyCases:
      let fields = try coder.fields()
      if !coder.decodesServerOnlyCases {
        try fields.refuse(
          "id", because: "A push carries no id: the store gives the new element one.")
        (decoder.userInfo[.stackElementIDClaims] as? StackElementIDClaims)?.notePush()
      }
      self = .push(
        id: try fields.decode(StackElementID?.self, label: "id") ?? .unassigned,
        state: try fields.decode(State.self, label: "state"))
    default:
      throw coder.unknownCase(
        known: ["element", "popFrom"] + (refusesPushes ? [] : ["push"]))
    }
  }
}

extension CodingUserInfoKey {
  /// Whether a decoder refuses ``StackAction/push(id:state:)``: a `Bool`, `false` when absent. The
  /// sender of a push chooses the whole state of the screen.
  public static let refusesPushes = CodingUserInfoKey(rawValue: "Backstack.refusesPushes")!
}
