/// The actions of a presentation.
public enum PresentationAction<Action> {
  /// Dismisses the presented feature.
  case dismiss
  /// An action of the presented feature.
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case paths. The cases of the presented feature's actions are dynamic members, without the
  /// step through `presented`: `\.destination.alert`.
  @dynamicMemberLookup
  public struct AllCasePaths: NamedCasePaths {
    public func casePath(named name: String) -> (any PartialCasePath<PresentationAction>)? {
      switch name {
      case "dismiss": dismiss
      case "presented": presented
      default: presented.casePath(below: name)
      }
    }

    /// The case of a dismissal.
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        extract: {
          guard case .dismiss = $0 else { return nil }
          return ()
        })
    }

    /// The case of an action of the presented feature.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        })
    }

    /// A case of the presented feature's actions.
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, Value> where Action: CasePathable {
      let path = Action.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        embed: { .presented(path.embed($0)) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return path.extract(from: action)
        })
    }

    /// A case of the presented feature as a presentation, to scope to it.
    @_disfavoredOverload
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Value>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Value>> where Action: CasePathable {
      let path = Action.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        embed: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let value): .presented(path.embed(value))
          }
        },
        extract: {
          switch $0 {
          case .dismiss: .dismiss
          case .presented(let action): path.extract(from: action).map { .presented($0) }
          }
        })
    }
  }
}

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
    if coder.isCase("presented") {
      self = try coder.payload(Action.self, Self.presented)
    } else if coder.isCase("dismiss") {
      try coder.noPayload()
      self = .dismiss
    } else {
      throw coder.unknownCase(known: ["presented", "dismiss"])
    }
  }
}

extension PresentationAction: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let cases = CasesSchema(builder)
    cases.add("presented", Action.self, description: "An action of what is presented.")
    cases.add("dismiss", description: "Closes what is presented.")
    return cases.schema
  }
}
