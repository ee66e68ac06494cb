/// An enum whose cases can be addressed by key paths: `\.counter`, `\.path[id: 3].counter`.
///
/// `@CasePathable` writes the conformance. An enum that can't carry the macro, as one local to a
/// function, conforms to ``ReflectedCasePathable``.
public protocol CasePathable: SchemaRepresentable, SendableMetatype {
  /// A type with one `AnyCasePath` property per case, named like the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Where a case key path starts that names its type: `\Action.Cases.counter`.
  public typealias Cases = AllCasePaths
}
