import BackstackCasePaths
import BackstackDependencies

/// What tells an operator from the others at one node, from one evaluation of a body to the next.
enum OperatorPlace {
  /// By the part of the state that it works on.
  case keyPath(AnyKeyPath)
  /// By the type of the enum whose cases it works on.
  case cases(ObjectIdentifier)
  /// By where it stands in the source: case paths made by reflection can't be compared.
  case source(SourceLocation)

  /// The place of an operator on a case.
  init<Root, Value>(_ casePath: CaseKeyPath<Root, Value>, at location: SourceLocation) {
    self = AnyCasePath(casePath)._isReflected ? .source(location) : .keyPath(casePath)
  }

  /// The key path of the part of the state that it works on, if it has one.
  var keyPath: AnyKeyPath? {
    if case .keyPath(let keyPath) = self { keyPath } else { nil }
  }

  /// What is the same for the same place only, and mostly so: where it is not, places have to be
  /// compared. Good for as long as the place is kept.
  var key: ObjectIdentifier? {
    switch self {
    case .keyPath(let keyPath): ObjectIdentifier(keyPath)
    case .cases(let type): type
    case .source: nil
    }
  }
}

extension OperatorPlace: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.keyPath(let lhs), .keyPath(let rhs)): lhs == rhs
    case (.cases(let lhs), .cases(let rhs)): lhs == rhs
    case (.source(let lhs), .source(let rhs)): lhs == rhs
    default: false
    }
  }
}
