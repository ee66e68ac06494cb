import BackstackCoding
import BackstackSessions

/// The description of one operation.
struct OpenAPIOperation: Sendable {
  /// The operation object. Security and problem responses are added from the route.
  let json: JSONLiteral
  /// The problems that the operation may respond with, besides those of every operation.
  let problems: [Problem.Kind]

  /// Describes an operation.
  ///
  /// - Parameters:
  ///   - tag: The group of operations that it belongs to.
  ///   - content: The schema of the request's content, or `nil` if the request has none.
  ///   - responses: The responses of requests that succeed, by status.
  ///   - socket: The subprotocol, and the messages in both directions, of an operation that opens a
  ///     WebSocket: OpenAPI has no words for them.
  init(
    _ id: String, _ summary: String, tag: OpenAPITag, description: String? = nil,
    parameters: [JSONLiteral] = [],
    content: JSONLiteral? = nil, responses: JSONLiteral, problems: [Problem.Kind] = [],
    socket: JSONLiteral? = nil
  ) {
    var json: JSONLiteral = ["operationId": .string(id), "summary": .string(summary)]
    json["tags"] = [.string(tag.name)]
    json["description"] = description.map(JSONLiteral.lines)
    json["parameters"] = parameters.isEmpty ? nil : .array(parameters)
    json["requestBody"] = content.map { ["required": true, "content": .content($0)] }
    json["responses"] = responses
    json["x-backstack-socket"] = socket
    self.json = json
    self.problems = problems
  }

  /// Returns the links from a response to operations on its session.
  ///
  /// - Parameters:
  ///   - id: The expression for the session's id.
  ///   - operations: The ids of the operations. Those on a version get the response's version.
  private static func links(id: JSONLiteral, to operations: [String]) -> JSONLiteral {
    .object(
      operations.map { operation in
        var parameters: JSONLiteral = ["id": id]
        if operation == "readVersion" { parameters["version"] = "$response.body#/version" }
        return JSONLiteral.Member(
          operation, ["operationId": .string(operation), "parameters": parameters])
      })
  }
}

// MARK: Sessions

extension OpenAPIOperation {
  static let createSession = Self(
    "createSession", "Create a session of a feature.", tag: .sessions,
    parameters: [
      .parameter("CreationKey"),
      [
        "name": "Prefer",
        "in": "header",
        "description": .lines(
          """
          return=minimal asks for a response with no more than the session's id and version; wait=N asks
          the server to respond when the effects that the session starts with have ended, or after N
          seconds (RFC 7240).
          """),
        "schema": ["type": "string", "examples": ["wait=10", "return=minimal"]],
      ],
      [
        "name": "Accept-Language",
        "in": "header",
        "description": .lines(
          """
          The languages of the person (RFC 9110 §12.5.4): the most wanted one is the session's locale,
          in which the texts of its screens have numbers and dates.
          """),
        "schema": ["type": "string", "examples": ["de-AT, de;q=0.8"]],
      ],
    ],
    content: .schema("SessionCreation"),
    responses: [
      "201": [
        "description":
          "The session was created. With Prefer return=minimal, it is a CreatedSession.",
        "headers": [
          "Location": [
            "description": "The path of the session.",
            "required": true,
            "schema": ["type": "string"],
          ],
          "ETag": .header("ETag"),
          "Content-Location": .header("ContentLocation"),
          "Preference-Applied": .header("PreferenceApplied"),
          "Processed-Version": .header("ProcessedVersion"),
        ],
        "content": [
          "application/json": [
            "schema": ["anyOf": [.schema("Snapshot"), .schema("CreatedSession")]]
          ],
          "application/vnd.backstack.screen+json": ["schema": .schema("ScreenSnapshot")],
        ],
        "links": links(
          id: "$response.body#/id",
          to: [
            "readSession", "sendAction", "readPath", "readEvents", "readHistory", "readVersion",
            "restoreSession", "endSession",
          ]),
      ]
    ],
    problems: .ofContent + .ofKey + [
      .unknownFeature, .stateNotAccepted, .invalidState, .stateTooLarge, .invalidLink,
      .notAcceptable, .overCapacity, .overloaded, .storageUnavailable, .quotaExceeded,
      .tooManyAtOnce, .stateNotEncodable,
      // The session that an earlier request with the same key has created may be gone.
      .unknownSession, .endedSession,
    ] + .ofScreens)

  static let listOwnSessions = Self(
    "listSessions", "List the client's own sessions, by their ids.", tag: .sessions,
    description: """
      For a client that has lost an id. The list has the sessions that were created with the same API
      key and have not ended, whether they are in memory or stored. A page can have fewer sessions
      than its limit, or none, although another follows. Without an API key, the response is 403.
      """,
    parameters: [
      [
        "name": .string(ListRoutes.cursor),
        "in": "query",
        "description": "The page begins after this session; `next` has the whole path.",
        "schema": ["type": "string", "pattern": "^[0-9a-f]{32}$"],
      ],
      [
        "name": "limit",
        "in": "query",
        "description": "The maximum number of sessions on the page.",
        "schema": ["type": "integer", "minimum": 1, "maximum": 200, "default": 50],
      ],
    ],
    responses: [
      "200": [
        "description": "A page of the sessions.",
        "headers": [
          "Link": [
            "description": #"The next page, with rel="next" (RFC 8288)."#,
            "schema": ["type": "string"],
          ]
        ],
        "content": .content(.schema("Sessions")),
      ]
    ],
    problems: [.notAcceptable, .invalidQuery, .sessionsNotListed, .storageUnavailable, .overloaded])

  static let readSession = Self(
    "readSession", "Read the snapshot of a session.", tag: .sessions,
    description: """
      With If-None-Match and wait, the server responds when there is another version, or with 304 when
      the time is over.
      """,
    parameters: [.parameter("IfMatch"), .parameter("IfNoneMatch"), .parameter("Wait")],
    responses: ["200": .response("Snapshot"), "304": .response("NotModified")],
    problems: .ofSessionAsJSON + .ofConditions)

  static let readScreen = Self(
    "readScreen", "Read the screen of a session: its texts and controls.", tag: .sessions,
    description: """
      The feature's view, evaluated: levels of nodes, in which each control has the action that it
      sends. Any client can draw it without knowing the feature. For a feature without a view, the
      screen is derived from its state and its actions. If-None-Match and wait work as for the
      snapshot.

      Responses to actions and creations have the screen, too, for a client that accepts
      `application/vnd.backstack.screen+json`, or its changes for a client that accepts
      `application/vnd.backstack.screen-patch+json`; the events have them with `view=screen`.
      """,
    parameters: [.parameter("IfMatch"), .parameter("IfNoneMatch"), .parameter("Wait")],
    responses: [
      "200": [
        "description": "The present screen.",
        "headers": ["ETag": .header("ETag")],
        "content": ["application/vnd.backstack.screen+json": ["schema": .schema("ScreenSnapshot")]],
      ],
      "304": .response("NotModified"),
    ],
    problems: .ofSessionAsJSON + .ofConditions + .ofScreens)

  static let readPath = Self(
    "readPath", "Read the navigation stack of a session.", tag: .sessions,
    description: "If-None-Match and wait work as for the snapshot.",
    parameters: [
      [
        "name": "name",
        "in": "query",
        "description": """
        The name that the feature has given the stack; without it, the stack of the root state.
        """,
        "schema": ["type": "string"],
      ],
      .parameter("IfMatch"),
      .parameter("IfNoneMatch"),
      .parameter("Wait"),
    ],
    responses: [
      "200": [
        "description": "The elements of the stack, from the bottom to the top.",
        "headers": ["ETag": .header("ETag")],
        "content": .content(["type": "array", "items": .schema("StackElement")]),
      ],
      "304": .response("NotModified"),
    ],
    problems: .ofSessionAsJSON + .ofConditions + [.noStack])

  static let endSession = Self(
    "endSession", "End a session and cancel its effects.", tag: .sessions,
    parameters: [
      .parameter("IfMatch"), .parameter("IfNoneMatchOfChange"), .parameter("EndKey"),
    ],
    responses: ["204": ["description": "The session has ended."]],
    problems: .ofSession + .ofConditions + [.invalidIdempotencyKey, .reusedKey])
}

// MARK: Actions and events

extension OpenAPIOperation {
  static let sendAction = Self(
    "sendAction", "Send an action, or a batch of actions, to a session.", tag: .actions,
    description: """
      The response comes when the action, and everything that it caused without waiting, was
      processed; with Prefer wait, when its effects have ended. An action for an element that is no
      longer on the stack gets 409 and changes nothing.

      An array is a batch: its actions are processed in order, all or none, and none of their effects
      begins before the last action was processed. Each action makes a version. An empty batch refuses
      a proposal (`proposeAction`), which makes a version, too; without a proposal it gets 422.

      With `Accept: application/json-patch+json` the response is a patch for the client's copy of the
      snapshot, from the version in `Delta-Base` (that of `If-Match`, if given) to the version in
      `ETag`. It changes `state`, `link`, `effects` and `shared` only; without `Delta-Base` it
      replaces the whole snapshot.
      """,
    parameters: [
      .parameter("IfMatch"), .parameter("IfNoneMatchOfChange"), .parameter("IdempotencyKey"),
      .parameter("Prefer"),
    ],
    content: ["oneOf": [.schema("Action"), .schema("ActionBatch"), .schema("Refusal")]],
    responses: [
      "200": [
        "description": "The present session, or a patch.",
        "headers": [
          "ETag": .header("ETag"),
          "Content-Location": .header("ContentLocation"),
          "Delta-Base": .header("DeltaBase"),
          "Preference-Applied": .header("PreferenceApplied"),
          "Processed-Version": .header("ProcessedVersion"),
        ],
        "content": [
          "application/json": ["schema": .schema("Snapshot")],
          "application/json-patch+json": ["schema": .schema("Patch")],
          "application/vnd.backstack.screen+json": ["schema": .schema("ScreenSnapshot")],
          "application/vnd.backstack.screen-patch+json": ["schema": .schema("Patch")],
        ],
        "links": links(
          id: "$request.path.id",
          to: ["readSession", "readPath", "readVersion", "restoreSession", "endSession"]),
      ],
      "204": .response("Minimal"),
    ],
    problems: .ofSessionAsJSON + .ofConditions + .ofContent + .ofKey + [
      .invalidState, .staleElement, .stateTooLarge, .quotaExceeded,
      .tooManyAtOnce,
    ] + .ofScreens)

  /// The parameter that chooses the content of events.
  static let viewOfEvents: JSONLiteral = [
    "name": "view",
    "in": "query",
    "description": "The content of the events: the state, or the screen in place of it.",
    "schema": ["type": "string", "enum": ["state", "screen"], "default": "state"],
  ]

  static let readEvents = Self(
    "readEvents", "Follow a session by server-sent events.", tag: .events,
    description: """
      `snapshot` comes first, with the snapshot as its data. `patch` follows whenever the session has
      changed: its data is a JSON Patch (RFC 6902), which changes `state`, `link`, `effects` and
      `shared` only. The `id` of both is the version that they lead to, and `base`, a line of the
      patch beside the standard's, the version that the patch applies to: always the last version of
      the stream, never a snapshot or
      a patch in the response to an action. Changes in quick succession may come as one patch. A
      reader that is too slow gets another `snapshot` instead of the patches that it has
      missed. `end`, with `{"reason": …}`, is the last event of a session. A comment every 15 seconds
      keeps the connection alive. A server that is about to stop ends the stream without `end`:
      connect again after the time in `retry`, which differs from stream to stream. An open stream
      does not extend the life of the session.

      A browser's EventSource can't send Authorization: `ticket` replaces it, and `after` replaces
      Last-Event-ID, which a new EventSource does not send. A ticket can be used once: when a stream
      with a ticket has ended, its client gets another ticket, and passes the version that it has.
      """,
    parameters: [
      [
        "name": "after",
        "in": "query",
        "description": "The version that the client has, unless Last-Event-ID is given.",
        "schema": ["type": "integer", "minimum": 0],
      ],
      viewOfEvents,
      [
        "name": "Last-Event-ID",
        "in": "header",
        "description": .lines(
          """
          The version that the client has. The stream then begins with the missed patches instead of
          a snapshot, as long as they are remembered.
          """),
        "schema": ["type": "string", "examples": ["7"]],
      ],
    ],
    responses: [
      "200": [
        "description": "The events. The schema describes a single one.",
        "content": .content(.schema("Event"), type: "text/event-stream"),
      ]
    ],
    problems: .ofSession + [.notAcceptable, .invalidTicket, .tooManyAtOnce])

  static let createEventTicket = Self(
    "createEventTicket", "Get a ticket for the events of a session.", tag: .events,
    description: """
      For clients that can't send Authorization with the request for events or a socket, as a browser's
      EventSource and WebSocket.
      The ticket is valid once, for this session and this client, until it expires.
      """,
    responses: [
      "201": [
        "description": "The ticket.",
        "content": .content(.schema("EventTicket")),
      ]
    ],
    problems: .ofSession + [.notAcceptable])
}

// MARK: History

extension OpenAPIOperation {
  static let readHistory = Self(
    "readHistory", "Read the history of a session.", tag: .history,
    description: "The versions in the history, oldest first, a page at a time.",
    parameters: [
      [
        "name": "after",
        "in": "query",
        "description": "The page begins after this version.",
        "schema": ["type": "integer", "minimum": 0],
      ],
      [
        "name": "limit",
        "in": "query",
        "description": "The maximum number of versions on the page.",
        "schema": ["type": "integer", "minimum": 1, "maximum": 200, "default": 50],
      ],
      .parameter("IfMatch"),
      .parameter("IfNoneMatch"),
    ],
    responses: [
      "200": [
        "description": "A page of the history.",
        "headers": [
          "ETag": .header("ETag"),
          "Link": [
            "description": #"The next page, with rel="next" (RFC 8288)."#,
            "schema": ["type": "string"],
          ],
        ],
        "content": .content(.schema("History")),
        "links": links(id: "$request.path.id", to: ["readVersion", "restoreSession"]),
      ],
      "304": .response("NotModified"),
    ],
    problems: .ofSession + .ofConditions + [.notAcceptable])

  static let readVersion = Self(
    "readVersion", "Read an earlier version of a session.", tag: .history,
    description: """
      A version without a snapshot, or outside of the history, gets 404; the history lists
      the versions that have one. With `from`, the response is the patch from that version's snapshot
      to this one's, and both versions must be remembered.
      """,
    parameters: [
      [
        "name": "from",
        "in": "query",
        "description": "The version that the patch applies to.",
        "schema": ["type": "integer", "minimum": 0],
      ],
      .parameter("IfMatch"),
      .parameter("IfNoneMatch"),
    ],
    responses: [
      "200": [
        "description": "The session as it was at the version, or a patch to it.",
        "headers": ["ETag": .header("ETag"), "Delta-Base": .header("DeltaBase")],
        "content": [
          "application/json": ["schema": .schema("Snapshot")],
          "application/json-patch+json": ["schema": .schema("Patch")],
        ],
      ],
      "304": .response("NotModified"),
    ],
    problems: .ofSessionAsJSON + .ofConditions + [.forgottenVersion])

  static let proposeAction = Self(
    "proposeAction", "Ask a person to confirm an action.", tag: .actions,
    description: """
      Makes a version in which the session's screen has an alert that asks for a confirmation. To
      confirm is to send the action, to refuse is to send an empty batch. The alert is gone with the
      next version, whatever makes it. This is how agents use destructive controls of features that
      want a confirmation.
      """,
    parameters: [
      .parameter("IfMatch"), .parameter("IfNoneMatchOfChange"), .parameter("IdempotencyKey"),
      .parameter("Prefer"),
    ],
    content: .schema("Proposal"),
    responses: sendAction.json["responses"] ?? [:],
    problems: .ofSessionAsJSON + .ofConditions + .ofContent + .ofKey + .ofScreens + [
      .stateTooLarge, .quotaExceeded,
    ])

  static let restoreSession = Self(
    "restoreSession", "Restore an earlier version, as a new version.", tag: .history,
    description: """
      Ends the effects of screens that the version does not contain. Element ids are never reused.
      """,
    parameters: [
      .parameter("IfMatch"), .parameter("IfNoneMatchOfChange"), .parameter("IdempotencyKey"),
      .parameter("Prefer"),
    ],
    content: .schema("Restoration"),
    responses: sendAction.json["responses"] ?? [:],
    problems: .ofSessionAsJSON + .ofConditions + .ofContent + .ofKey + .ofScreens + [
      .invalidState, .forgottenVersion, .stateTooLarge, .quotaExceeded,
    ])
}

// MARK: Features and the server

extension OpenAPIOperation {
  static let readIndex = Self(
    "readIndex", "Find the other resources.", tag: .server,
    description: "A client that prefers text/html gets the page of the app, if there is one.",
    parameters: [.parameter("IfNoneMatchTag")],
    responses: [
      "200": [
        "description": "The paths of the resources by name; `{id}` stands for that of a session.",
        "content": [
          "application/json": [
            "schema": [
              "type": "object",
              "required": [
                "name", "features", "sessions", "socket", "problems", "openapi", "health",
              ],
              "additionalProperties": ["type": "string"],
            ]
          ],
          "text/html": ["schema": ["type": "string"]],
        ],
      ],
      "304": .response("FileNotModified"),
    ],
    problems: [.notAcceptable])

  static let listFeatures = Self(
    "listFeatures", "List the features that are hosted.", tag: .features,
    parameters: [.parameter("IfNoneMatchTag")],
    responses: [
      "200": document("The features, by name.", .schema("Features")),
      "304": .response("FileNotModified"),
    ],
    problems: [.notAcceptable])

  static let readFeature = Self(
    "readFeature", "Read the JSON Schemas of a feature's state and actions.", tag: .features,
    parameters: [.parameter("IfNoneMatchTag")],
    responses: [
      "200": document("The feature.", .schema("Feature")), "304": .response("FileNotModified"),
    ],
    problems: [.notAcceptable, .unknownFeatureInTarget])

  static let listProblems = Self(
    "listProblems", "List the kinds of problems.", tag: .problems,
    description: "A client that prefers text/html gets a page.",
    responses: [
      "200": [
        "description": "The kinds, in the order of their types.",
        "content": [
          "application/json": [
            "schema": [
              "type": "object",
              "required": ["problems"],
              "properties": ["problems": ["type": "array", "items": .schema("ProblemGuide")]],
            ]
          ],
          "text/html": ["schema": ["type": "string"]],
        ],
      ]
    ],
    problems: [.notAcceptable])

  static let readProblem = Self(
    "readProblem", "Read about a kind of problem, at the path in its `type`.", tag: .problems,
    description: "A client that prefers text/html gets a page.",
    parameters: [
      [
        "name": "problem", "in": "path", "required": true,
        "description": "The last segment of the problem's type.",
        "schema": ["type": "string", "examples": ["stale-element"]],
      ]
    ],
    responses: [
      "200": [
        "description": "The kind of problem.",
        "content": [
          "application/json": ["schema": .schema("ProblemGuide")],
          "text/html": ["schema": ["type": "string"]],
        ],
      ]
    ],
    problems: [.notAcceptable, .unknownProblem])

  static let health = Self(
    "readHealth", "Check that the server is alive.", tag: .server,
    responses: ["200": .response("Ok")])

  static let liveness = Self(
    "readLiveness", "Check that the server is alive, for Kubernetes.", tag: .server,
    responses: ["200": .response("Ok")])

  static let readiness = Self(
    "readReadiness", "Check whether the server accepts new work.", tag: .server,
    responses: ["200": .response("Ok")],
    problems: [.draining, .storageUnavailable])

  static let readMetrics = Self(
    "readMetrics", "Read the metrics of the server in Prometheus' text format.", tag: .server,
    description: """
      If the server has separate addresses for administration, the metrics are available only there.
      """,
    responses: [
      "200": [
        "description": "The metrics, version 0.0.4 of the format.",
        "content": .content(["type": "string"], type: "text/plain"),
      ]
    ])

  static let openAPIDocument = Self(
    "readContract", "Read this document.", tag: .server, parameters: [.parameter("IfNoneMatchTag")],
    responses: ["200": contract, "304": .response("FileNotModified")])

  /// The response with the document.
  static let contract = document("The document.", ["type": "object"], type: "application/yaml")

  static let openAPIDocumentAsJSON = Self(
    "readContractAsJSON", "Read this document as JSON.", tag: .server,
    parameters: [.parameter("IfNoneMatchTag")],
    responses: [
      "200": document("The document.", ["type": "object"]), "304": .response("FileNotModified"),
    ])

  /// Returns a response with a document that never changes, as it is or in the format of gzip.
  private static func document(
    _ description: String, _ schema: JSONLiteral, type: String = "application/json"
  ) -> JSONLiteral {
    [
      "description": .string(description),
      "headers": ["ETag": ["required": true, "schema": ["type": "string"]]],
      "content": .content(schema, type: type),
    ]
  }
}

extension [Problem.Kind] {
  /// The problems of requests for a session.
  static let ofSession: Self = [
    .unknownSession, .endedSession, .unreadableSession, .storageUnavailable,
    .ownerUnreachable, .quarantined, .overloaded,
  ]
  /// The problems of requests for a JSON form of a session.
  static let ofSessionAsJSON: Self = ofSession + [.notAcceptable, .stateNotEncodable]
  /// The problems of requests for screens.
  static let ofScreens: Self = [.screenNotAvailable]
  /// The problems of requests with `If-Match` or `If-None-Match`.
  static let ofConditions: Self = [.versionMismatch, .invalidCondition]
  /// The problems of requests with content.
  static let ofContent: Self = [
    .malformedJSON, .invalidValue, .contentTooLarge, .contentTooComplex, .unsupportedMediaType,
  ]
  /// The problems of requests with an `Idempotency-Key`.
  static let ofKey: Self = [.invalidIdempotencyKey, .reusedKey, .requestInProgress]
}
