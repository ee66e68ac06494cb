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

  /// The identity of the source without making a key path; `nil` if the closure captures something,
  /// or if its code does not identify it. Then the key path itself is the identity.
  var key: ObjectIdentifier? { ClosureCode.isIdentity ? code : nil }

  /// The address of the closure's code; `nil` if the closure captures something.
  var code: ObjectIdentifier? {
    // Sound: in Swift's ABI, a function is a pointer to its code and one to its captures
    // (docs/ABI/CallingConventionSummary.rst). The address of code is not that of an object or a
    // type.
    let (code, captured) = unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeRawPointer?).self)
    return captured == nil ? unsafeBitCast(code, to: ObjectIdentifier.self) : nil
  }
}

/// The assumption that closures without captures are identified by the address of their code.
enum ClosureCode {
  typealias Source = KeyPathSource<Sample, Int>

  struct Sample {
    var first = 0
    var second = 0
  }

  /// Whether the assumption holds in this process; checked once.
  static let isIdentity =
    MemoryLayout<Source>.size == 2 * MemoryLayout<UnsafeRawPointer>.size && isIdentity { $0.code }

  /// Returns whether a function distinguishes sources as operators need it: by their expression,
  /// if they capture nothing.
  static func isIdentity(_ code: (Source) -> ObjectIdentifier?) -> Bool {
    guard let first = code(first()), let second = code(second()) else { return false }
    return first != second && first == code(self.first()) && second == code(self.second())
      && code(capturing(\.first)) == nil
  }

  // Not inlined: the optimizer could remove a capture that it knows.
  @inline(never)
  private static func capturing(_ keyPath: Source.KeyPath) -> Source { Source { keyPath } }

  private static func first() -> Source { Source { \.first } }
  private static func second() -> Source { Source { \.second } }
}
