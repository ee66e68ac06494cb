/// What can happen to a presentation.
public enum PresentationAction<Action> {
  /// What is presented is to be dismissed.
  case dismiss
  /// An action of what is presented.
  indirect case presented(Action)
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The case paths, and by dynamic member the actions of what is presented without the step
  /// through `presented`: `\.destination.alert`.
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

    /// The case of an action of what is presented.
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        })
    }

    /// A case of the actions of what is presented.
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

    /// The presentation of one case of what is presented, for scoping to it.
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
