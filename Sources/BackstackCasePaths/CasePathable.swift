/// An enum whose cases can be addressed by key paths: `\.counter`, `\.path[id: 3].counter`.
///
/// `@CasePathable` writes the conformance.
public protocol CasePathable: SendableMetatype {
  /// A type with one `AnyCasePath` property per case, named like the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Short for `Case<Self>`, to start a case key path from a type: `\Action.Cases.counter`.
  public typealias Cases = Case<Self>
}
