/// A small change of a source file that tests should notice.
///
/// The change is compiled together with the original: two insertions around the original's text
/// choose between the two by a call of `__mutant(id)`.
package struct Mutant: Sendable {
  package enum Kind: String, Sendable {
    /// `<` becomes `<=`, and so on.
    case boundary
    /// A condition or a result becomes its opposite.
    case negation
    /// `&&` becomes `||`, and vice versa.
    case logic
    /// `+` becomes `-`, `min` becomes `max`, and vice versa.
    case arithmetic
    /// A number becomes the next one, `true` becomes `false`.
    case literal
    /// A call whose result is unused is removed.
    case call
    /// An assignment is removed.
    case assignment
    /// A `return`, `break` or `continue` is removed.
    case exit
    /// Two statements are swapped.
    case swap
  }

  package let kind: Kind
  package let line: Int
  /// The types and the function that contain it.
  package let place: String
  /// The changed text, on one line.
  package let original: String
  /// A number that distinguishes changes of one kind to the same text in the same function.
  package var repetition = 1

  /// Whether the mutant differs from the original only in time, memory or the distribution of
  /// hashes, so that a test can't be expected to notice it.
  package let isHarmless: Bool

  /// The range of the changed text, in bytes of the file.
  let range: Range<Int>
  /// Whether the changed text is one or more statements.
  let isStatement: Bool
  /// The text before the original; `§` stands for the mutant's condition, here and in `suffix`.
  let prefix: String
  let suffix: String

  /// The name of the mutant, which does not depend on other changes in its file.
  package var name: String {
    let number = repetition == 1 ? "" : " #\(repetition)"
    return "\(place): \(kind.rawValue) `\(original)`\(number)"
  }
}
