/// How a handler wants a request's content; see ``HTTPResponder/acceptContent(of:_:_:)``.
public struct HTTPContentPolicy: Sendable, Hashable {
  /// The most bytes; more is answered 413. `nil` for the server's ``HTTPLimits/bodyBytes``.
  public let limit: Int?
  /// Whether the handler goes on before the content has arrived.
  public let isStreamed: Bool
  private let isDeferred: Bool

  private init(limit: Int?, isStreamed: Bool = false, isDeferred: Bool = false) {
    self.limit = limit
    self.isStreamed = isStreamed
    self.isDeferred = isDeferred
  }

  /// The handler goes on with the whole content in ``HTTPRequest/body``.
  ///
  /// - Parameter limit: The most bytes, or `nil` for ``HTTPLimits/bodyBytes``.
  public static func collected(upTo limit: Int? = nil) -> Self { Self(limit: limit) }

  /// The handler goes on at once, and takes the content with ``HTTPResponder/receive(_:)``.
  ///
  /// Until it does nothing more is read and no `100 Continue` is sent. Answering ends the content:
  /// a short rest is read and discarded, a longer one closes the connection after the answer.
  ///
  /// - Parameter limit: The most bytes.
  public static func streamed(upTo limit: Int) -> Self { Self(limit: limit, isStreamed: true) }

  /// A route's handler is called when the fields are complete, and accepts the content itself, unless it
  /// refuses the request.
  public static let deferred = Self(limit: nil, isDeferred: true)
}
