/// The two functions of a case path as a type, which has no instances.
///
/// A conformance implements one of the two ways to embed. The one by pointer is what
/// `@CasePathable` generates: the compiler warns of code that has a payload which can't exist.
public protocol CaseFunctions<Root, Value>: SendableMetatype {
  /// The enum.
  associatedtype Root
  /// The payload of the case.
  associatedtype Value

  /// Makes a root of a payload.
  static func embed(_ value: Value) -> Root

  /// Makes a root of the payload that a pointer points to.
  static func embed(at value: UnsafePointer<Value>) -> Root

  /// The payload of a root, or nil when the root is another case.
  static func extract(from root: Root) -> Value?
}

extension CaseFunctions {
  @inlinable
  public static func embed(_ value: Value) -> Root {
    withUnsafePointer(to: value) { embed(at: $0) }
  }

  @inlinable
  public static func embed(at value: UnsafePointer<Value>) -> Root { embed(value.pointee) }

  /// The functions as values, which capture nothing.
  @inlinable
  package static var functions:
    (
      embed: @Sendable (Value) -> Root, extract: @Sendable (Root) -> Value?
    )
  {
    ({ embed($0) }, { extract(from: $0) })
  }
}
