/// The actions of the elements of a list, each with the id of its element.
public indirect enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  case element(id: ID, action: Action)
}

/// The list action of a reducer whose state is identifiable.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

extension IdentifiedAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case path, and the actions of one element by subscript: `\.rows[id: 0].toggle`.
  public struct AllCasePaths: NamedCasePaths {
    public func casePath(named name: String) -> (any PartialCasePath<IdentifiedAction>)? {
      name == "element" ? element : nil
    }

    /// Returns the case path of an element's actions if its id can be written as text.
    public func casePath(id text: String) -> (any PartialCasePath<IdentifiedAction>)? {
      guard let type = ID.self as? any LosslessStringConvertible.Type,
        let element = type.init(text), let id = element as? ID,
        // A number has one form: neither a plus sign nor zeros before it.
        !(element is any BinaryInteger) || element.description == text
      else { return nil }
      return self[id: id]
    }

    /// The case of an element's action.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          guard case .element(let id, let action) = $0 else { return nil }
          return (id, action)
        })
    }

    /// The actions of the element with an id.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        })
    }
  }
}

/// `{"element": {"id": 0, "action": …}}`.
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .element(let id, let action):
      var encoder = CaseEncoder(encoder)
      let fields = encoder.fields(case: "element")
      try fields.encode(id, "id")
      try fields.encode(action, "action")
    }
  }
}

extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {
  public init(from decoder: any Decoder) throws {
    let decoder = try CaseDecoder(from: decoder)
    guard decoder.isCase("element") else { throw decoder.unknownCase(known: ["element"]) }
    let fields = try decoder.fields()
    self = .element(
      id: try fields.decode(ID.self, label: "id"),
      action: try fields.decode(Action.self, label: "action"))
  }
}
