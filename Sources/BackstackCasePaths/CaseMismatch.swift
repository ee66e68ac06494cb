/// A value was expected to be one case of its enum and was another.
public struct CaseMismatch: Error, CustomStringConvertible {
  /// The case key path of the expected case.
  public let expected: String

  /// The enum.
  public let type: Any.Type

  /// A value that was not the expected case.
  public init(expected: String, type: Any.Type) {
    self.expected = expected
    self.type = type
  }

  public var description: String { "a value of \(type) is not the case \(expected)" }
}
