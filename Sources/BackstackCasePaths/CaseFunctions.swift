/// A type without instances that has the two functions of a case path.
///
/// A conforming type implements one of the two ways to embed. `@CasePathable` generates the one
/// with a pointer, because the compiler warns of code with a payload that can't exist.
public protocol CaseFunctions<Root, Value>: SendableMetatype {
  /// The enum.
  associatedtype Root
  /// The payload of the case.
  associatedtype Value

  /// Returns the root for a payload.
  static func embed(_ value: Value) -> Root

  /// Returns the root for the payload that a pointer points to.
  static func embed(at value: UnsafePointer<Value>) -> Root

  /// Returns the payload of a root; `nil` if the root is another case.
  static func extract(from root: Root) -> Value?
}

extension CaseFunctions {
  @inlinable
  public static func embed(_ value: Value) -> Root {
    withUnsafePointer(to: value) { embed(at: $0) }
  }

  @inlinable
  public static func embed(at value: UnsafePointer<Value>) -> Root { embed(value.pointee) }

  /// The functions as values without captures.
  @inlinable
  package static var functions:
    (
      embed: @Sendable (Value) -> Root, extract: @Sendable (Root) -> Value?
    )
  {
    ({ embed($0) }, { extract(from: $0) })
  }
}
