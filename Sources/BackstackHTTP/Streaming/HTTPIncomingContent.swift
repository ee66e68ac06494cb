/// The content of the request that is being answered, while it is not complete.
struct HTTPIncomingContent: Sendable {
  /// Where it goes; nothing is read before there is one.
  var sink: (any HTTPStreamSink)?
  var isPaused = false
  /// Whether the client waits for `100 Continue` before it sends (RFC 9110 §10.1.1).
  var awaitsContinue: Bool
  /// How fast it comes while it is wanted.
  var pace: HTTPPace

  var isWanted: Bool { sink != nil && !isPaused }
}
