/// The actions of a navigation stack.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)
  /// Pops the element with an id, and all elements above it.
  case popFrom(id: StackElementID)
  /// Pushes a screen; with ``StackElementID/unassigned`` the store generates the id.
  indirect case push(id: StackElementID, state: State)
}

/// The stack action of a reducer of the stack's elements.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case paths, and the actions of one element by subscript: `\.path[id: 0].counter`.
  public struct AllCasePaths: NamedCasePaths {
    public func casePath(named name: String) -> (any PartialCasePath<StackAction>)? {
      switch name {
      case "element": element
      case "popFrom": popFrom
      case "push": push
      default: nil
      }
    }

    public func casePath(id: String) -> (any PartialCasePath<StackAction>)? {
      guard let number = Int(id), (0...StackElementID.maximumGeneration).contains(number),
        // The one form: neither a sign nor zeros before the number.
        id == "\(number)"
      else { return nil }
      return self[id: StackElementID(generation: number)]
    }

    /// The case of an element's action.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          guard case .element(let id, let action) = $0 else { return nil }
          return (id, action)
        })
    }

    /// The case of a pop.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: {
          guard case .popFrom(let id) = $0 else { return nil }
          return id
        })
    }

    /// The case of a push.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: {
          guard case .push(let id, let state) = $0 else { return nil }
          return (id, state)
        })
    }

    /// The actions of the element with an id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        })
    }
  }
}

/// `{"element": {"id": 0, "action": …}}`, `{"popFrom": {"id": 0}}`, `{"push": {"state": …}}`.
extension StackAction: Encodable where State: Encodable, Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var encoder = CaseEncoder(encoder)
    switch self {
    case .element(let id, let action):
      let fields = encoder.fields(case: "element")
      try fields.encode(id, "id")
      try fields.encode(action, "action")
    case .popFrom(let id):
      let fields = encoder.fields(case: "popFrom")
      try fields.encode(id, "id")
    case .push(let id, let state):
      let fields = encoder.fields(case: "push")
      try fields.encode(id == .unassigned ? nil : id, "id")
      try fields.encode(state, "state")
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
    if coder.isCase("element") {
      let fields = try coder.fields()
      self = .element(
        id: try fields.decode(StackElementID.self, label: "id"),
        action: try fields.decode(Action.self, label: "action"))
    } else if coder.isCase("popFrom") {
      self = .popFrom(id: try coder.fields().decode(StackElementID.self, label: "id"))
    } else if coder.isCase("push"), !refusesPushes || coder.decodesServerOnlyCases {
      let fields = try coder.fields()
      if !coder.decodesServerOnlyCases {
        try fields.refuse(
          "id", because: "A push carries no id: the store gives the new element one.")
        (decoder.userInfo[.decodingRecord] as? DecodingRecord)?.notePush()
      }
      self = .push(
        id: try fields.decode(StackElementID?.self, label: "id") ?? .unassigned,
        state: try fields.decode(State.self, label: "state"))
    } else {
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
