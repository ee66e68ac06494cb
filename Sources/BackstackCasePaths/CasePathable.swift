/// An enum whose cases can be addressed by key paths: `\.counter`, `\.path[id: 3].counter`.
///
/// `@CasePathable` generates the conformance. An enum that can't have the macro, for example a
/// local one in a function, conforms to ``ReflectedCasePathable``.
public protocol CasePathable: SchemaRepresentable, SendableMetatype {
  /// A type with one `AnyCasePath` property per case, named like the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of a case key path that names its type: `\Action.Cases.counter`.
  public typealias Cases = AllCasePaths
}
