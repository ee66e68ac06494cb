/// The behaviour of a server, and the one that it demands of the client: a script without I/O.
package struct ConformanceScenario: Sendable {
  /// The name of the feature that the client creates a session of.
  package let name: String
  /// The situation, in a sentence.
  package let title: String
  /// The behaviour that is demanded of the client.
  package let rule: String
  /// Whether clients may take a minute for it.
  package let isSlow: Bool
  /// The `retry` of its streams, in milliseconds.
  let retry: Int
  /// How many seconds its session lives without a request.
  let lifetime: Int
  /// Whether its session has sockets; those of the others are refused.
  let hasSockets: Bool
  /// The API key that the client has to use; `nil` for none.
  package let key: String?
  let script: [ScriptStep]

  init(
    _ name: String, _ title: String, rule: String, isSlow: Bool = false, retry: Int = 200,
    lifetime: Int = 3600, hasSockets: Bool = false, key: String? = nil, _ script: [ScriptStep]
  ) {
    self.name = name
    self.title = title
    self.rule = rule
    self.isSlow = isSlow
    self.retry = retry
    self.lifetime = lifetime
    self.hasSockets = hasSockets
    self.key = key
    self.script = script
  }
}

/// A step of a script. Those that wait for the client are performed one after the other.
enum ScriptStep: Sendable {
  /// The next request of a kind goes wrong.
  case fault(RequestKind, Fault)
  /// The state asks the harness for actions, to be sent in this order.
  case ask([ScriptedAction], below: Int? = nil)
  /// Streams are not told of the actions that the client sends.
  case hideActions
  /// Something else changes the session by some versions; streams may not be told.
  case change(isTold: Bool = true, by: Int = 1, @Sendable (inout ShownState) -> Void)
  /// Streams take the untold changes for sent, so that the next patch has a base that does not fit.
  case forget
  /// Streams send a text as it is, in pieces.
  case write(@Sendable (ScriptedSession) -> [String])
  /// Streams end as when their server stops, or their connections break.
  case finishStreams, breakStreams
  /// Nothing more comes from the present streams.
  case silence
  /// The session ends; streams may not be told.
  case end(reason: String?, isTold: Bool = true)
  /// The actions that were asked for are not wanted any more.
  case withdraw(String)
  /// The events so far, for sentences: "After …, it did …".
  case note(String)
  /// The client has fetched no snapshot since the note.
  case steady

  /// Waits until the client shows the present version.
  case shown
  /// Waits until the actions that were asked for were processed or refused.
  case performed
  /// Waits until the faults of a kind have happened.
  case happened(RequestKind)
  /// Waits until a stream is open. A client that reads no streams is not judged.
  case streaming
  /// Waits until a socket is open. A client that opens none is not judged.
  case connected
  /// Waits until the client shows that the session has ended.
  case endShown
  /// Lets time pass.
  case pass(Duration)
}

/// How a request goes wrong.
enum Fault: Sendable {
  /// The connection breaks, before or after the request is processed.
  case lose(isProcessed: Bool)
  /// The connection breaks amid the content of the response.
  case half
  /// The service refuses the request for now.
  case refuse(Int, String, retryAfter: Int?)
  /// Something on the way responds with a page of HTML.
  case page(Int)
  /// The service refuses the request, which would be refused again.
  case reject(Int, String)
  /// Another client increments the count right before; streams may be told of both changes at once.
  case overtaken(isMerged: Bool = false)
  /// The request is processed at once, and its response comes late.
  case slow(Duration)
  /// No response comes.
  case never
  /// The session is at its end when the request comes.
  case end(reason: String?)
  /// A stream without a byte, as something on the way keeps them.
  case kept
  /// The stream begins with a snapshot, as the service does not remember the client's version.
  case forgotten
  /// The ticket with which a socket is opened has expired.
  case expiredTicket
}
