/// The case paths of an enum without any by name: its cases are found by reflection, `/Action.path`.
public struct ReflectedCasePaths<Root: CasePathable>: Sendable {
  fileprivate init() {}
}

/// An enum whose cases are found by reflection, `/Action.path`.
///
/// The conformance has no requirements to write.
public protocol ReflectedCasePathable: CasePathable
where AllCasePaths == ReflectedCasePaths<Self> {}

extension ReflectedCasePathable {
  /// Case paths without names.
  public static var allCasePaths: AllCasePaths { ReflectedCasePaths() }
}
