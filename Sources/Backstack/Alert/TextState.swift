/// A text that a client shows; its wire form is the string.
public struct TextState: Sendable, Hashable, Codable, ExpressibleByStringInterpolation {
  /// The text itself.
  public let string: String

  /// Creates a text.
  public init(_ string: String) { self.string = string }

  /// Creates a text that is shown as it is, without translation.
  public init(verbatim string: String) { self.string = string }

  public init(stringLiteral value: String) { string = value }

  public init(from decoder: any Decoder) throws {
    string = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

extension TextState {
  /// Returns one text followed by the other.
  public static func + (lhs: Self, rhs: Self) -> Self { Self(verbatim: lhs.string + rhs.string) }
}

/// What a text looks like is the client's choice: these return the text as it is, so that code of
/// apps compiles unchanged.
extension TextState {
  public func bold() -> Self { self }
  public func italic() -> Self { self }
  public func underline() -> Self { self }
  public func strikethrough() -> Self { self }
  public func monospacedDigit() -> Self { self }
}

extension TextState: CustomStringConvertible {
  public var description: String { string }
}

/// Reflected as the text in quotes.
extension TextState: CustomDebugStringConvertible, CustomReflectable {
  public var debugDescription: String { string.debugDescription }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
  /// Creates the string of a text, for a renderer.
  public init(state: TextState) { self = state.string }
}
