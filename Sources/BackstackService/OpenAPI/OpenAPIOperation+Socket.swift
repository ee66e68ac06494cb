import BackstackCoding

extension OpenAPIOperation {
  static let openSocket = Self(
    "openSocket", "Open a WebSocket to a session.", tag: .events,
    description: """
      One connection for actions and events: a WebSocket (RFC 6455) with the subprotocol
      `backstack.v1`. Each message is a text with one JSON object.

      The client sends `{"id": 7, "send": ACTION}`, where an array is a batch; besides, `if` is the
      version that the session must have, `key` an idempotency key, `wait` the seconds to wait for
      effects, and `traceparent` the trace that they belong to. `{"id": 8, "restore": 5}` restores a version, and `{"id": 9, "read": true}` asks for a
      snapshot. Messages are processed in order, and each is answered: with
      `{"id": 7, "version": 13}` and perhaps `issues`, with `{"id": 9, "snapshot": …}`, or with
      `{"id": 7, "problem": …}`, the content of the response that a request would get. The answer comes
      after the change that leads to its version. At most 32 messages may wait for their answers. A
      message without an answer is sent again, with the same key, on another connection.

      The server sends `{"snapshot": …}` first, unless the client has a version whose changes are
      remembered, then `{"base": 12, "version": 13, "patch": […]}` whenever the session has changed, as
      `GET /sessions/{id}/events` does, and `{"end": {"reason": …}}` when it has ended. `{}` says
      nothing: it comes first where the client has the present version, and every 15 seconds.

      The server pings every 15 seconds, and closes a connection without a pong for 40 seconds. It closes
      with 1001 when the client should connect again, 1003 for a message that is no text, 1007 for one
      that is not UTF-8, 1008 for one that can't be understood or is one too many, 1009 for a
      long one, 4401 when the client may not use the session any more, and 4410 when the session has
      ended. Pages of other sites than the server's own and those in `--cors-origins` get 403.
      """,
    parameters: [
      [
        "name": "version",
        "in": "query",
        "description": "The version that the client has.",
        "schema": ["type": "integer", "minimum": 0],
      ],
      viewOfEvents,
    ],
    responses: [
      "101": ["description": "The connection is a WebSocket from now on."]
    ],
    problems: .ofSession + [
      .invalidTicket, .tooManyAtOnce, .foreignPage, .upgradeRequired, .malformedHandshake,
    ],
    socket: [
      "subprotocol": .string(SocketRoutes.subprotocol), "receives": .schema("SocketRequest"),
      "sends": .schema("SocketMessage"),
    ])
}

extension OpenAPIDocument {
  /// The schema of the messages of a socket's client.
  static let socketRequest: JSONLiteral = {
    let number: JSONLiteral = ["type": "integer", "minimum": 0]
    return [
      "description": "A message of a socket's client.",
      "type": "object",
      "required": ["id"],
      "properties": [
        "id": ["type": "integer", "description": "The answer repeats it."],
        "send": ["anyOf": [.schema("Action"), .schema("ActionBatch"), .schema("Refusal")]],
        "restore": number,
        "read": ["const": true],
        "if": number,
        "wait": number,
        "key": ["type": "string"],
        "traceparent": ["type": "string"],
      ],
      "oneOf": [
        ["required": ["send"]], ["required": ["restore"]],
        ["required": ["read"], "not": ["required": ["if"]]],
      ],
      "additionalProperties": false,
    ]
  }()

  /// The schema of the messages that a socket sends.
  static let socketMessage: JSONLiteral = {
    let version: JSONLiteral = ["type": "integer", "minimum": 0]
    return [
      "description": "A message of the server on a socket: an answer if it has an `id`.",
      "type": "object",
      "properties": [
        "id": ["type": "integer"],
        "version": version,
        "issues": ["type": "array", "items": .schema("Issue")],
        "problem": .schema("Problem"),
        "retryAfter": ["type": "integer", "minimum": 0],
        "snapshot": ["anyOf": [.schema("Snapshot"), .schema("ScreenSnapshot")]],
        "base": version,
        "patch": .schema("Patch"),
        "end": .schema("End"),
      ],
      "oneOf": [
        ["required": ["id", "version"]], ["required": ["id", "problem"]],
        ["required": ["snapshot"]], ["required": ["base", "version", "patch"]],
        ["required": ["end"]], ["maxProperties": 0],
      ],
    ]
  }()
}
