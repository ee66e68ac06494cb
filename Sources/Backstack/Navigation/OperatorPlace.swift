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

  /// Whether both are one object: the same place for sure, and mostly so if it is the same place.
  func isIdentical(to other: Self) -> Bool {
    switch (self, other) {
    case (.keyPath(let keyPath), .keyPath(let other)): keyPath === other
    case (.cases(let type), .cases(let other)): type == other
    default: false
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
