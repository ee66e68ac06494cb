/// The outcome of a stream of content. An open set.
public struct HTTPStreamOutcome: Hashable, Sendable, CustomStringConvertible {
  private let name: String

  public var description: String { name }

  /// All content was delivered, to the connection for sending or to the sink.
  public static let complete = Self(name: "complete")
  /// The connection ended first: the client left or was too slow, or the server stopped.
  public static let cancelled = Self(name: "cancelled")
  /// No content was needed: the response was to HEAD, had a status without content, or was a second
  /// one.
  public static let notSent = Self(name: "not-sent")
  /// The source failed; the connection was closed.
  public static let failed = Self(name: "failed")
  /// The source ended before its announced length; the connection was closed.
  public static let tooShort = Self(name: "too-short")
  /// The source continued after its announced length; the rest was cut off.
  public static let tooLong = Self(name: "too-long")
  /// The client closed its sending side or sent malformed content before the content was complete.
  public static let incomplete = Self(name: "incomplete")
  /// The response was sent before the content was complete; the rest is not delivered.
  public static let responded = Self(name: "answered")
}
