extension ConformanceScenario {
  /// All scenarios, in the order in which a client best meets them.
  package static let all: [ConformanceScenario] =
    requests + refusals + streams + sockets + ends + slow

  private static let increment: @Sendable (inout ShownState) -> Void = { $0.apply(.increment) }
  private static let insert: @Sendable (inout ShownState) -> Void = { $0.apply(.insert) }
  /// Makes the state so large that a patch of one of its parts is shorter than the whole.
  private static let fill: @Sendable (inout ShownState) -> Void = { state in
    state.list = (1...12).map { 1_000_000_000 + $0 }
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h"] { state.notes["filler \(letter)"] = 1 }
  }

  // MARK: Requests that are lost

  private static let sameKey =
    "A request whose response was lost is sent again with the same Idempotency-Key, so that it takes "
    + "effect once."

  private static let requests: [ConformanceScenario] = [
    ConformanceScenario(
      "plain", "Nothing goes wrong",
      rule:
        "The client shows the snapshot, sends the action that it is asked for, and follows the "
        + "changes of others.",
      [
        .shown, .change(increment), .shown, .ask([.increment]), .performed, .shown,
        .change(insert), .shown,
      ]),
    ConformanceScenario(
      "lost-creation", "The response to the creation is lost", rule: sameKey,
      [.fault(.creation, .lose(isProcessed: true)), .shown, .change(increment), .shown]),
    ConformanceScenario(
      "unavailable-creation", "The creation is refused with 503 and Retry-After",
      rule: "The creation is sent again with the same Idempotency-Key, after Retry-After.",
      [.fault(.creation, .refuse(503, "over-capacity", retryAfter: 1)), .shown]),
    ConformanceScenario(
      "lost-request", "The connection breaks before an action is processed", rule: sameKey,
      [
        .shown, .fault(.action, .lose(isProcessed: false)), .ask([.increment]), .performed, .shown,
      ]),
    ConformanceScenario(
      "lost-response", "The connection breaks twice after an action was processed", rule: sameKey,
      [
        .shown, .fault(.action, .lose(isProcessed: true)),
        .fault(.action, .lose(isProcessed: true)), .ask([.increment]), .happened(.action),
        .performed, .shown, .pass(.seconds(2)), .ask([.increment]), .performed, .shown,
      ]),
    ConformanceScenario(
      "half-response", "The connection breaks amid the response to an action",
      rule: sameKey,
      [
        .shown, .fault(.action, .half), .ask([.insert]), .happened(.action), .performed, .shown,
        .pass(.seconds(2)), .ask([.insert]), .performed, .shown,
      ]),
    ConformanceScenario(
      "slow-response", "A response comes after a later version has come by the stream",
      rule: "The client waits for the response, and never goes back to an earlier version.",
      [
        .shown, .fault(.action, .slow(.seconds(3))), .ask([.insert]), .performed,
        .change(increment), .shown, .pass(.seconds(4)), .change(increment), .shown,
      ]),
    ConformanceScenario(
      "order", "The first of two actions is refused for a second",
      rule: "Actions take effect in the order in which the user made them.",
      [
        .shown, .fault(.action, .refuse(503, "storage-unavailable", retryAfter: 1)),
        .ask([.increment, .double]), .performed, .shown,
      ]),
  ]

  // MARK: Requests that are refused

  private static func refused(
    _ name: String, _ status: Int, _ kind: String, retryAfter: Int?
  ) -> ConformanceScenario {
    let wait = retryAfter == nil ? "" : ", not before Retry-After has passed"
    return ConformanceScenario(
      name, "An action is refused with \(status)" + (retryAfter == nil ? "" : " and Retry-After"),
      rule: "The action is sent again with the same Idempotency-Key\(wait).",
      [
        .shown, .fault(.action, .refuse(status, kind, retryAfter: retryAfter)), .ask([.increment]),
        .performed, .shown,
      ])
  }

  private static func rejected(_ name: String, _ status: Int, _ kind: String)
    -> ConformanceScenario
  {
    ConformanceScenario(
      name, "An action is refused with \(status) \(kind)",
      rule: "The action is not sent again, and the client continues with the state of the session.",
      [
        .shown, .fault(.action, .reject(status, kind)), .change(insert), .ask([.increment]),
        .performed, .shown, .pass(.seconds(2)), .ask([.insert]), .performed, .shown,
      ])
  }

  private static let refusals: [ConformanceScenario] = [
    refused("unavailable", 503, "storage-unavailable", retryAfter: 1),
    refused("too-many-requests", 429, "too-many-requests", retryAfter: 2),
    refused("request-in-progress", 409, "request-in-progress", retryAfter: 1),
    ConformanceScenario(
      "bad-gateway", "A proxy responds to an action with 502, then 504, and a page",
      rule: "The action is sent again with the same Idempotency-Key.",
      [
        .shown, .fault(.action, .page(502)), .fault(.action, .page(504)), .ask([.increment]),
        .performed, .shown,
      ]),
    ConformanceScenario(
      "log-in-page", "A gateway responds to an action with 200 and a page of HTML",
      rule:
        "A response without a snapshot is not the service's: the action is sent again with the "
        + "same Idempotency-Key.",
      [.shown, .fault(.action, .page(200)), .ask([.increment]), .performed, .shown]),
    rejected("stale-element", 409, "stale-element"),
    rejected("invalid-value", 422, "invalid-value"),
    ConformanceScenario(
      "version-mismatch", "Another client is faster than a conditional action, twice",
      rule:
        "An action that is only for certain states has If-Match with the version that is shown. "
        + "At 412 the client decides again for the snapshot in the response.",
      [
        .shown, .fault(.action, .overtaken()), .fault(.action, .overtaken()),
        .ask([.increment], below: 2), .happened(.action),
        .withdraw("the count is 2, and the action is for lower ones only"), .pass(.seconds(2)),
        .shown, .ask([.insert]), .performed, .shown,
      ]),
  ]

  // MARK: The stream

  private static let readSnapshot =
    "The event does not fit: the client ignores it, and reads a snapshot, by a new stream or a "
    + "request."

  private static let streams: [ConformanceScenario] = [
    ConformanceScenario(
      "merged-patch",
      "A patch contains the change of an action's response, and another change",
      rule: "A patch applies to the last version of the stream, never to a response.",
      [
        .streaming, .change(fill), .shown, .hideActions, .ask([.insert]), .performed, .shown,
        .change(insert),
        .note("a patch with the change of an action's response and another one arrived"), .shown,
        .change(insert), .shown,
      ]),
    ConformanceScenario(
      "gap", "A patch has a base that the stream has not sent", rule: readSnapshot,
      [
        .streaming, .change(fill), .shown, .change(isTold: false, insert), .forget, .change(insert),
        .note("a patch with base 2 arrived while the client had 1"), .shown, .change(insert),
        .shown,
      ]),
    ConformanceScenario(
      "misfit", "A patch names a member that does not exist", rule: readSnapshot,
      [
        .streaming, .shown, .change(isTold: false, insert),
        .write { _ in
          [
            "event: patch\nid: 1\nbase: 0\ndata: [{\"op\":\"replace\",\"path\":\"/state/count\","
              + "\"value\":7},{\"op\":\"remove\",\"path\":\"/state/nothing\"}]\n\n"
          ]
        },
        .note("a patch that does not fit arrived"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "broken-event", "A patch is not JSON", rule: readSnapshot,
      [
        .streaming, .shown, .change(isTold: false, insert),
        .write { _ in ["event: patch\nid: 1\nbase: 0\ndata: [{\"op\":\"repl\n\n"] },
        .note("an event arrived that is not JSON"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "half-event", "A stream breaks amid an event",
      rule: "An event counts once the empty line after it has arrived. The client opens another "
        + "stream, from the version that it has.",
      [
        .streaming, .shown,
        .write { _ in
          [
            "event: patch\nid: 1\nbase: 0\ndata: [{\"op\":\"replace\",\"path\":\"/state/count\","
              + "\"value\":7}]\n"
          ]
        }, .breakStreams, .change(insert), .note("the stream broke amid an event"), .shown,
      ]),
    ConformanceScenario(
      "lost-stream", "A stream breaks, and the session changes three times",
      rule: "The client opens another stream, and shows the missed changes.",
      [
        .streaming, .shown, .breakStreams, .change(insert), .change(increment), .change(insert),
        .note("the stream broke"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "forgotten-version", "The service does not remember the version of a client that returns",
      rule: "The stream begins with a snapshot, which replaces the client's state.",
      [
        .streaming, .shown, .fault(.stream, .forgotten), .breakStreams, .change(insert),
        .note("a stream began with a snapshot"), .happened(.stream), .shown, .change(insert),
        .shown,
      ]),
    ConformanceScenario(
      "restart",
      "A server stops: its stream ends without `end`, and requests fail until it is back",
      rule: "The session lives on: the client opens another stream, and sends its action again.",
      [
        .streaming, .shown, .fault(.stream, .lose(isProcessed: false)),
        .fault(.stream, .refuse(503, "owner-unreachable", retryAfter: 1)),
        .fault(.action, .lose(isProcessed: false)), .ask([.insert]), .finishStreams,
        .note("the stream ended without `end`"), .performed, .happened(.stream), .change(increment),
        .shown,
      ]),
    ConformanceScenario(
      "stream-unavailable", "A new stream is refused with 503 and Retry-After",
      rule: "The client opens the stream again, not before Retry-After has passed.",
      [
        .streaming, .shown, .fault(.stream, .refuse(503, "storage-unavailable", retryAfter: 2)),
        .breakStreams, .happened(.stream), .change(insert), .shown,
      ]),
    ConformanceScenario(
      "early-ends", "Streams end right after they have begun",
      rule: "Only the first attempt may come at once: after that, the client waits at least for as "
        + "long as `retry` says.",
      retry: 500,
      [
        .streaming, .shown, .breakStreams, .streaming, .breakStreams, .streaming, .breakStreams,
        .change(insert), .note("several streams ended early"), .shown,
      ]),
    ConformanceScenario(
      "older-events", "The stream sends an older snapshot than the one that is shown",
      rule: "Versions that are shown never go back.",
      [
        .streaming, .shown, .change(insert), .change(insert), .shown,
        .write { [$0.snapshotEvent(at: 1, unixTime: 2_000_000_000)] },
        .note("a snapshot of version 1 arrived while the client showed 2"), .pass(.seconds(1)),
        .shown, .breakStreams, .streaming, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "version-jump", "A version is a billion higher than the one before",
      rule: "Versions grow by any number.",
      [.streaming, .shown, .change(by: 1_000_000_000, insert), .shown, .change(increment), .shown]),
    ConformanceScenario(
      "patch-operations",
      "Patches change names with `/`, `~` and `__proto__`, and all parts of lists",
      rule: "Patches are those of RFC 6902 with the operations add, remove and replace.",
      [
        .streaming, .change(fill), .shown, .note("a patch arrived"),
        .change { state in
          for name in ["a/b", "~1", "", "__proto__", "é😀"] { state.notes[name] = 1 }
        }, .shown, .steady,
        .change { $0.notes["a/b"] = 2 }, .shown, .steady,
        .change { $0.notes["~1"] = 2 }, .shown, .steady,
        .change { $0.notes["__proto__"] = 2 }, .shown, .steady,
        .change { state in
          for name in ["a/b", "~1", ""] { state.notes[name] = nil }
        }, .shown, .steady, .change { $0.list = [0] + $0.list.dropFirst(2).dropLast() + [7] },
        .shown, .steady,
        .change { $0 = ShownState(count: 9) }, .shown, .steady,
      ]),
    ConformanceScenario(
      "newer-server",
      "A newer server sends events, fields and members that the client does not know",
      rule:
        "The client ignores them. Event streams are those of WHATWG HTML §9.2.6.",
      [
        .streaming, .shown, .note("events of a newer server arrived"),
        .write { _ in
          [
            ": a comment\r\n\r\nevent: novelty\r\nfuture: x\r\ndata: {\"version\":9}\r\n\r\n",
            "event: novelty\rdata: a\rdata: b\r\r", "unknown\n\n",
          ]
        },
        .change(isTold: false) { state in
          state.isNewer = true
          state.notes["é😀"] = 1
        },
        .write { session in
          // One event in four pieces, with two kinds of line ends and two lines of data.
          var text = session.patch(from: 0, to: 1).replacing(
            "\ndata: [", with: "\r\ndata: [\r\ndata: ")
          text = text.replacing("\nbase: 0", with: "\nfuture: y\nbase: 0")
          return Pieces.split(text, into: 4)
        }, .forget, .shown, .steady, .change(increment), .shown, .steady, .ask([.insert]),
        .performed, .shown,
      ]),
    ConformanceScenario(
      "short-life", "The session expires unless it is used within four seconds",
      rule: "Reading events does not extend a session's life. A client whose user still sees the "
        + "session makes another request before `expiresAt`.",
      lifetime: 4, [.shown, .pass(.seconds(7)), .change(insert), .shown]),
  ]

  // MARK: Sockets

  private static let sockets: [ConformanceScenario] = [
    ConformanceScenario(
      "socket", "Sockets are offered, and nothing goes wrong",
      rule:
        "The client opens a socket with the subprotocol `backstack.v1`, follows the session by it, "
        + "and sends actions with keys.",
      hasSockets: true,
      [
        .connected, .shown, .change(increment), .shown, .ask([.increment, .double]), .performed,
        .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "socket-lost-action", "A socket breaks before an action is processed", rule: sameKeyAgain,
      hasSockets: true,
      [
        .connected, .shown, .fault(.action, .lose(isProcessed: false)), .ask([.increment]),
        .performed, .shown,
      ]),
    ConformanceScenario(
      "socket-lost-answer", "A socket breaks between an action and its answer",
      rule: sameKeyAgain, hasSockets: true,
      [
        .connected, .shown, .fault(.action, .lose(isProcessed: true)), .ask([.increment]),
        .happened(.action), .performed, .shown, .pass(.seconds(2)), .ask([.increment]), .performed,
        .shown,
      ]),
    ConformanceScenario(
      "socket-slow-answer", "An answer comes after a later version has come by the socket",
      rule: "The client waits for the answer, and never goes back to an earlier version.",
      hasSockets: true,
      [
        .connected, .shown, .fault(.action, .slow(.seconds(3))), .ask([.insert]), .performed,
        .change(increment), .shown, .pass(.seconds(4)), .change(increment), .shown,
      ]),
    ConformanceScenario(
      "socket-merged", "A patch contains the change of an action and one of another client",
      rule:
        "A patch leads over any number of versions. The answer comes after it, and changes nothing.",
      hasSockets: true,
      [
        .connected, .change(fill), .shown, .fault(.action, .overtaken(isMerged: true)),
        .ask([.insert]), .performed,
        .note("a patch with the change of an action and another one arrived"), .shown,
        .change(insert), .shown,
      ]),
    ConformanceScenario(
      "socket-gap", "A patch has a base that the socket has not sent",
      rule: "The patch does not fit: the client ignores it, and asks for a snapshot.",
      hasSockets: true,
      [
        .connected, .change(fill), .shown, .change(isTold: false, insert), .forget, .change(insert),
        .note("a patch with base 2 arrived while the client had 1"), .shown, .change(insert),
        .shown,
      ]),
    ConformanceScenario(
      "socket-drain", "A server that is about to stop closes the socket with 1001",
      rule: "The session lives on: the client opens another socket, and sends actions there.",
      hasSockets: true,
      [
        .connected, .shown, .finishStreams, .note("the socket was closed with 1001"),
        .ask([.insert]), .performed, .change(increment), .shown,
      ]),
    ConformanceScenario(
      "socket-ticket", "The ticket for a socket has expired",
      rule: "A ticket is used once: the client asks for another one, or reads the stream.",
      hasSockets: true, key: "key-of-the-scenario-socket-ticket",
      [
        .connected, .shown, .fault(.socket, .expiredTicket), .breakStreams, .change(insert),
        .note("the ticket for a socket had expired"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "socket-kept", "A proxy lets sockets open, and passes no message on",
      rule: "If no message comes, the client follows the session by a stream or other requests.",
      hasSockets: true,
      [
        .fault(.socket, .kept), .fault(.socket, .kept), .fault(.socket, .kept), .shown, .connected,
        .change(insert), .note("no message of a socket had come"), .shown, .ask([.insert]),
        .performed, .shown,
      ]),
    ConformanceScenario(
      "socket-end", "The socket says that the session has ended", rule: over, hasSockets: true,
      [.connected, .shown, .end(reason: "deleted"), .endShown, .pass(.seconds(2))]),
  ]

  private static let sameKeyAgain =
    "An action without an answer is sent again with the same key, by another socket or a request, so "
    + "that it takes effect once."

  // MARK: The end

  private static let over = "The client says that the session has ended, and sends it nothing more."

  private static let ends: [ConformanceScenario] = [
    ConformanceScenario(
      "end", "The stream says that the session has ended", rule: over,
      [.shown, .end(reason: "deleted"), .endShown, .pass(.seconds(2))]),
    ConformanceScenario(
      "ended-session", "An action is refused with 410, and no stream says why", rule: over,
      [
        .shown, .fault(.action, .end(reason: "expired")), .ask([.increment]), .endShown,
        .pass(.seconds(2)),
      ]),
    ConformanceScenario(
      "unknown-session", "After a lost stream, the service does not know the session", rule: over,
      [
        .shown, .end(reason: nil, isTold: false), .breakStreams,
        .note("the service responded that there is no such session"), .endShown,
        .pass(.seconds(2)),
      ]),
  ]

  // MARK: Slow ones

  private static let slow: [ConformanceScenario] = [
    ConformanceScenario(
      "silent-stream", "Neither events nor heartbeats come from a stream any more",
      rule: "Heartbeats come every 15 seconds: a stream that is silent for longer is dead, and the "
        + "client opens another one.",
      isSlow: true,
      [
        .streaming, .shown, .silence, .change(insert),
        .note("the stream had become silent"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "kept-stream", "A gateway holds back all bytes of streams",
      rule: "If no byte of a stream comes, the client reads the session by other requests.",
      isSlow: true,
      [
        .fault(.stream, .kept), .fault(.stream, .kept), .fault(.stream, .kept), .shown, .streaming,
        .change(insert), .note("no byte of a stream had come"), .shown,
      ]),
    ConformanceScenario(
      "no-response", "An action gets no response at all",
      rule: "After a time of its own, the client sends the action again with the same "
        + "Idempotency-Key.",
      isSlow: true,
      [.shown, .fault(.action, .never), .ask([.insert]), .happened(.action), .performed, .shown]),
    ConformanceScenario(
      "socket-silent", "No message comes from a socket any more",
      rule: "Messages come every 15 seconds: a socket that is silent for longer is dead, and the "
        + "client opens another one.",
      isSlow: true, hasSockets: true,
      [
        .connected, .shown, .silence, .change(insert),
        .note("the socket had become silent"), .shown, .change(insert), .shown,
      ]),
    ConformanceScenario(
      "socket-no-answer", "An action by a socket gets no answer at all",
      rule: "After a time of its own, the client sends the action again with the same key.",
      isSlow: true, hasSockets: true,
      [
        .connected, .shown, .fault(.action, .never), .ask([.insert]), .happened(.action),
        .performed, .shown,
      ]),
  ]
}

/// Texts in pieces.
enum Pieces {
  /// Splits a text into pieces of about the same length.
  static func split(_ text: String, into count: Int) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return (0..<count).map { index in
      var piece = String.UnicodeScalarView()
      piece.append(
        contentsOf: scalars[(index * scalars.count / count)..<((index + 1) * scalars.count / count)]
      )
      return String(piece)
    }
  }
}
