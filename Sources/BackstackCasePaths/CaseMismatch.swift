/// The error of a value that is another case of its enum than expected.
public struct CaseMismatch: Error, CustomStringConvertible {
  /// The case key path of the expected case.
  public let expected: String

  /// The enum.
  public let type: Any.Type

  /// Creates the error of a value that is not the expected case.
  public init(expected: String, type: Any.Type) {
    self.expected = expected
    self.type = type
  }

  public var description: String { "a value of \(type) is not the case \(expected)" }
}
