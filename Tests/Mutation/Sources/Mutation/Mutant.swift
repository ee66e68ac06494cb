/// A small change of a source file that tests should notice.
///
/// The change is compiled beside the original: two insertions around the original's text choose one
/// of both by a call of `__mutant(id)`.
package struct Mutant: Sendable {
  package enum Kind: String, Sendable {
    /// `<` becomes `<=`, and so on.
    case boundary
    /// A condition or a result becomes its opposite.
    case negation
    /// `&&` becomes `||`, and the other way round.
    case logic
    /// `+` becomes `-`, `min` becomes `max`, and the other way round.
    case arithmetic
    /// A number becomes the next, `true` becomes `false`.
    case literal
    /// A call whose result nobody uses is left out.
    case call
    /// An assignment is left out.
    case assignment
    /// A `return`, `break` or `continue` is left out.
    case exit
    /// Two statements change their places.
    case swap
  }

  package let kind: Kind
  package let line: Int
  /// The types and the function that contain it.
  package let place: String
  /// The text that is changed, on one line.
  package let original: String
  /// Distinguishes changes of one kind to the same text at the same place.
  package var repetition = 1

  /// Whether it behaves like the original but for time, memory or the spread of hashes, so that no test
  /// can be asked to notice it.
  package let isHarmless: Bool

  /// The range of the changed text, in bytes of the file.
  let range: Range<Int>
  /// Whether the changed text is one or more statements.
  let isStatement: Bool
  /// Both are given the mutant's condition in place of `§`.
  let prefix: String
  let suffix: String

  /// Names the mutant whatever else changes in its file.
  package var name: String {
    let number = repetition == 1 ? "" : " #\(repetition)"
    return "\(place): \(kind.rawValue) `\(original)`\(number)"
  }
}
