/// The case paths of an enum without named ones: its cases are determined by reflection,
/// `/Action.path`.
public struct ReflectedCasePaths<Root: CasePathable>: Sendable {
  fileprivate init() {}
}

/// An enum whose cases are determined by reflection, `/Action.path`.
///
/// A conforming type has nothing to implement.
public protocol ReflectedCasePathable: CasePathable
where AllCasePaths == ReflectedCasePaths<Self> {}

extension ReflectedCasePathable {
  /// The unnamed case paths.
  public static var allCasePaths: AllCasePaths { ReflectedCasePaths() }
}
