/// What becomes of a request's content; decided when its fields are complete and before any of it
/// is read.
public struct HTTPContentPolicy: Sendable, Hashable {
  /// The most bytes; more is answered 413. `nil` for the server's ``HTTPLimits/bodyBytes``.
  public let limit: Int?
  /// Whether the handler is called before the content has arrived.
  public let isStreamed: Bool

  /// The handler is called with the whole content in ``HTTPRequest/body``.
  ///
  /// - Parameter limit: The most bytes, or `nil` for ``HTTPLimits/bodyBytes``.
  public static func collected(upTo limit: Int? = nil) -> Self {
    Self(limit: limit, isStreamed: false)
  }

  /// The handler is called when the fields are complete, and takes the content with
  /// ``HTTPResponder/receive(_:)``.
  ///
  /// Until it does nothing more is read and no `100 Continue` is sent. Answering ends the content:
  /// a short rest is read and discarded, a longer one closes the connection after the answer.
  ///
  /// - Parameter limit: The most bytes.
  public static func streamed(upTo limit: Int) -> Self {
    Self(limit: limit, isStreamed: true)
  }
}
