import BackstackCasePaths
import BackstackDependencies

/// The identity of an operator among those at one node, stable between evaluations of a body.
enum OperatorID {
  /// The part of the state that the operator works on.
  case keyPath(AnyKeyPath)
  /// The type of the enum whose cases the operator works on.
  case cases(ObjectIdentifier)
  /// The location in the source: case paths made by reflection can't be compared.
  case source(SourceLocation)

  /// Creates the identity of an operator on a case.
  init<Root, Value>(_ casePath: CaseKeyPath<Root, Value>, at location: SourceLocation) {
    self = AnyCasePath(casePath)._isReflected ? .source(location) : .keyPath(casePath)
  }

  /// The key path of the part of the state that the operator works on, if there is one.
  var keyPath: AnyKeyPath? {
    if case .keyPath(let keyPath) = self { keyPath } else { nil }
  }

  /// A key that is fast to compare. Different ids have different keys, but equal ids may have
  /// different keys, too: then compare the ids. Valid as long as the id lives.
  var key: ObjectIdentifier? {
    switch self {
    case .keyPath(let keyPath): ObjectIdentifier(keyPath)
    case .cases(let type): type
    case .source: nil
    }
  }
}

extension OperatorID: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.keyPath(let lhs), .keyPath(let rhs)): lhs == rhs
    case (.cases(let lhs), .cases(let rhs)): lhs == rhs
    case (.source(let lhs), .source(let rhs)): lhs == rhs
    default: false
    }
  }
}
