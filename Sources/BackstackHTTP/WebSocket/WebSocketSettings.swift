/// The limits on the client of a WebSocket.
public struct WebSocketSettings: Sendable {
  /// The maximum number of bytes of a client's message, over all its fragments; more close the
  /// connection with 1009, before they are read.
  public var maximumMessageBytes = 1024 * 1024
  /// The time between two pings, which also keep proxies from closing the connection.
  public var pingInterval: Duration = .seconds(15)
  /// The time from a ping to a pong; then the connection is closed with 1008. A frame that takes
  /// longer to arrive is cut off, as a client can't send a pong in between.
  public var pongTimeout: Duration = .seconds(40)
  /// The time for the client's close frame after the server's, or a second when the server goes away; then the
  /// connection is closed without.
  public var closeTimeout: Duration = .seconds(5)

  public init() {}
}
