/// The key path argument of an operator. The key path object is created only where it is needed,
/// because that takes as long as a small reducer.
///
/// The source is the `@autoclosure` of the argument, and is evaluated any number of times. A
/// closure that captures nothing always stands for the same key path; one that captures something
/// does so at least throughout an action.
struct KeyPathSource<Root, Value> {
  typealias KeyPath = any WritableKeyPath<Root, Value> & Sendable

  private let make: () -> KeyPath

  @inline(__always)
  init(_ make: @escaping () -> KeyPath) { self.make = make }

  /// Returns the key path.
  func callAsFunction() -> KeyPath { make() }

  /// The identity of the source without making a key path; `nil` if the closure captures something.
  var key: ObjectIdentifier? {
    // Sound: in Swift's ABI, a function is a pointer to its code and one to its captures
    // (docs/ABI/CallingConventionSummary.rst). The address of code is not that of an object or a
    // type.
    let (code, captured) = unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    return captured == nil ? unsafeBitCast(code, to: ObjectIdentifier.self) : nil
  }
}
