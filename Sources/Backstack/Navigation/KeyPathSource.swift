/// A key path that an operator is given, made into an object only where one is needed: that takes as long
/// as a small reducer.
///
/// It is the `@autoclosure` of an operator's argument, evaluated any number of times. What captures nothing
/// stands for the same key path for good, what captures something at least throughout an action.
struct KeyPathSource<Root, Value> {
  typealias KeyPath = any WritableKeyPath<Root, Value> & Sendable

  private let make: () -> KeyPath

  @inline(__always)
  init(_ make: @escaping () -> KeyPath) { self.make = make }

  /// The key path.
  func callAsFunction() -> KeyPath { make() }

  /// What stands for the source, as long as it captures nothing, without a key path being made.
  var key: ObjectIdentifier? {
    // Sound: a function is a pointer to its code and one to what it captures in Swift's ABI
    // (docs/ABI/CallingConventionSummary.rst), and no code lies where there is an object or a type.
    let (code, captured) = unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    return captured == nil ? unsafeBitCast(code, to: ObjectIdentifier.self) : nil
  }
}
