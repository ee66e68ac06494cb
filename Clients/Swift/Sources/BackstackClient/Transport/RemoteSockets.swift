/// An opener of WebSockets to the service: `URLSession` on Apple's platforms, or a test.
///
/// A session that has one follows the service by it, and sends its actions over it. Where none opens, or
/// none of its messages comes, the session uses requests and a stream of events.
public protocol RemoteSockets: Sendable {
  /// Opens a socket with the subprotocol `backstack.v1`.
  ///
  /// - Parameter request: The handshake's URL, whose scheme is `ws` or `wss`, and its fields.
  /// - Throws: If the handshake fails.
  func open(_ request: RemoteRequest) async throws -> any RemoteSocket
}

/// A WebSocket that is open.
public protocol RemoteSocket: Sendable {
  /// The texts that come, once. The sequence ends with the socket, and throws if the connection fails. Once the
  /// task that reads it is cancelled, the socket is closed.
  var messages: AsyncThrowingStream<String, any Error> { get }

  /// Sends a text.
  ///
  /// - Throws: If the socket is closed.
  func send(_ text: String) async throws
}
