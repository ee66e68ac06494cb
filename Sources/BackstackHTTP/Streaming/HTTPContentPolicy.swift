/// The form in which a handler wants a request's content; see
/// ``HTTPResponder/acceptContent(of:_:_:)``.
public struct HTTPContentPolicy: Sendable, Hashable {
  /// The maximum number of bytes; more get status 413. `nil` for ``HTTPLimits/bodyBytes``.
  public let limit: Int?
  /// Whether the handler resumes before the content has arrived.
  public let isStreamed: Bool
  private let isDeferred: Bool

  private init(limit: Int?, isStreamed: Bool = false, isDeferred: Bool = false) {
    self.limit = limit
    self.isStreamed = isStreamed
    self.isDeferred = isDeferred
  }

  /// Resumes the handler with the whole content in ``HTTPRequest/body``.
  ///
  /// - Parameter limit: The maximum number of bytes, or `nil` for ``HTTPLimits/bodyBytes``.
  public static func collected(upTo limit: Int? = nil) -> Self { Self(limit: limit) }

  /// Resumes the handler at once; it takes the content with ``HTTPResponder/receive(_:)``.
  ///
  /// Until then nothing more is read and no `100 Continue` is sent. A response ends the content: a
  /// short rest is read and discarded; a longer one closes the connection after the response.
  ///
  /// - Parameter limit: The maximum number of bytes.
  public static func streamed(upTo limit: Int) -> Self { Self(limit: limit, isStreamed: true) }

  /// Calls a route's handler when the fields are complete; the handler accepts the content itself,
  /// or refuses the request.
  public static let deferred = Self(limit: nil, isDeferred: true)
}
