import BackstackCoding
import BackstackSessions

// Literals, and not a file of JSON: texts have several lines, limits come from the configuration,
// and a mistake in the form fails when it is compiled.

extension OpenAPIDocument {
  /// Returns the schemas of the service's own requests and responses.
  static func schemas(_ configuration: ServiceConfiguration) -> JSONLiteral {
    [
      "SessionCreation": creation(configuration),
      "Snapshot": snapshot(),
      "SnapshotMembers": snapshotMembers,
      "ScreenSnapshot": screenSnapshot,
      "Screen": screen,
      "ScreenLevel": screenLevel,
      "ScreenNode": screenNode,
      "Issue": issue,
      "Action": action,
      "NoPayload": [
        "type": "object",
        "description": "What a case without payload has in place of it.",
      ],
      "ActionBatch": actionBatch,
      "Refusal": refusal,
      "StackElement": stackElement,
      "History": history,
      "HistoryEntry": historyEntry,
      "Proposal": proposal,
      "Restoration": restoration,
      "Patch": patch,
      "Features": features,
      "FeatureSummary": featureSummary,
      "PresentationStyles": presentationStyles,
      "Feature": feature,
      "NavigationPlace": navigationPlace,
      "Problem": problem,
      "Sessions": sessions,
      "ProblemGuide": problemGuide,
      "EndReason": endReason,
      "CreatedSession": createdSession,
      "EventTicket": eventTicket,
      "Event": [
        "description": "An event, with its fields as strings (WHATWG HTML §9.2).",
        "oneOf": [.schema("SnapshotEvent"), .schema("PatchEvent"), .schema("EndEvent")],
      ],
      "SnapshotEvent": event(
        "snapshot", ["id"],
        data: ["anyOf": [.schema("Snapshot"), .schema("ScreenSnapshot")]]),
      "PatchEvent": event("patch", ["id", "base"], data: .schema("Patch")),
      "EndEvent": event("end", [], data: .schema("End")),
      "SocketRequest": socketRequest,
      "SocketMessage": socketMessage,
      "End": [
        "type": "object", "required": ["reason"], "properties": ["reason": .schema("EndReason")],
      ],
    ]
  }

  // MARK: Sessions

  /// The schema of the members of each snapshot.
  private static var snapshotMembers: JSONLiteral {
    [
      "description": "What the snapshots of all features have.",
      "type": "object",
      "required": ["id", "version", "effects", "expiresAt"],
      "properties": [
        "id": ["type": "string"],
        "version": [
          "type": "integer",
          "minimum": 0,
          "description": "The number of processed actions, those of effects included.",
        ],
        "effects": [
          "type": "integer",
          "minimum": 0,
          "description": .lines(
            """
            The number of effects in flight when the version was first sent to anyone. It stays
            the same while the version does: the end of an effect makes no version.
            """),
        ],
        "expiresAt": [
          "type": "string",
          "format": "date-time",
          "description": .lines(
            """
            When the session expires unless it is used before. It belongs to the response, not to
            the version: each use moves it, under the same ETag, and patches don't contain it.
            """),
        ],
        "link": [
          "type": "string",
          "description": .lines(
            """
            The link to the shown state, if the feature has links; absent in the history.
            """),
        ],
        "shared": [
          "type": "object",
          "description": .lines(
            """
            The values with a key that the features of the session share, by their keys; absent if
            there are none, in the history, and with a screen.
            """),
        ],
        "issues": [
          "type": "array",
          "description": "The issues that the action caused; only in the response to it.",
          "items": .schema("Issue"),
        ],
      ],
    ]
  }

  /// The schema of a session with its screen.
  private static var screenSnapshot: JSONLiteral {
    [
      "description": "A session with its screen.",
      "allOf": [
        .schema("SnapshotMembers"),
        [
          "type": "object", "required": ["screen"],
          "properties": ["feature": ["type": "string"], "screen": .schema("Screen")],
        ],
      ],
    ]
  }

  /// The schema of an issue.
  private static var issue: JSONLiteral {
    [
      "type": "object",
      "required": ["message", "location"],
      "properties": [
        "message": ["type": "string"],
        "location": ["type": "string", "description": "The location in the feature's source."],
      ],
    ]
  }

  // MARK: Actions and stacks

  /// The schema of an action.
  private static var action: JSONLiteral {
    [
      "description": .lines(
        """
        An action of the session's feature. A case is an object with its name as the only key; a
        case without payload can be its name alone.
        """)
    ]
  }

  /// The schema of a batch of actions.
  private static var actionBatch: JSONLiteral {
    [
      "type": "array",
      "description": "Actions that are processed in order, all or none.",
      "minItems": 1,
      "maxItems": 1000,
      "items": .schema("Action"),
    ]
  }

  private static var refusal: JSONLiteral {
    [
      "type": "array",
      "description": .lines(
        """
        An empty batch refuses the proposal that the screen asks about, and gets 422 if it asks about
        none.
        """),
      "maxItems": 0,
      "items": .schema("Action"),
    ]
  }

  /// The schema of an element of a stack.
  private static var stackElement: JSONLiteral {
    [
      "type": "object",
      "required": ["id", "state"],
      "properties": ["id": ["type": "integer", "minimum": 0], "state": [:]],
    ]
  }

  // MARK: History and changes

  /// The schema of a page of the history.
  private static var history: JSONLiteral {
    [
      "type": "object",
      "required": ["oldest", "version", "entries"],
      "properties": [
        "oldest": [
          "type": "integer",
          "minimum": 0,
          "description": "The oldest version in the history.",
        ],
        "version": [
          "type": "integer",
          "minimum": 0,
          "description": "The version that the session is at.",
        ],
        "entries": ["type": "array", "items": .schema("HistoryEntry")],
        "next": [
          "type": "string",
          "format": "uri-reference",
          "description": "The path of the next page, if there is one.",
        ],
      ],
    ]
  }

  /// The schema of an entry of the history.
  private static var historyEntry: JSONLiteral {
    [
      "type": "object",
      "required": ["version", "time", "cause", "effects", "snapshot"],
      "properties": [
        "version": ["type": "integer", "minimum": 0],
        "time": ["type": "string", "format": "date-time"],
        "cause": [
          "description": .lines(
            """
            The cause of the version: the creation of the session; the feature's own first action
            (start); an action of a client, of an effect, or of the program that hosts the session
            (host); a change of a shared value by an effect (shared); a restored version; a proposal,
            or the refusal of one; or that the session was resumed.
            """),
          "type": "string",
          "enum": [
            "creation", "start", "client", "effect", "shared", "host", "restore", "resume",
            "proposal", "refusal",
          ],
        ],
        "restored": [
          "type": "integer",
          "minimum": 0,
          "description": "The version that was restored.",
        ],
        "causedBy": [
          "type": "integer",
          "minimum": 0,
          "description": .lines(
            """
            The version whose action started the effect that sent this one's, or changed a shared
            value. Absent if no effect did, or it was recorded by an earlier release.
            """),
        ],
        "principal": [
          "type": "string",
          "description": .lines(
            """
            The principal of the client that made the version, such as the name of its key. Absent if
            no client made it, clients do not authenticate, or it was recorded by an earlier release.
            """),
        ],
        "agent": [
          "type": "boolean",
          "description": "Whether an agent made the version for its principal.",
        ],
        "action": ["description": "The action as JSON, if an action led to the version."],
        "proposal": .schema("Proposal"),
        "effects": [
          "type": "integer",
          "minimum": 0,
          "description": "How many effects were in flight.",
        ],
        "snapshot": [
          "type": "boolean",
          "description": "Whether the version can be read and restored.",
        ],
      ],
    ]
  }

  /// The schema of a proposal.
  private static var proposal: JSONLiteral {
    [
      "type": "object",
      "required": ["control", "send"],
      "additionalProperties": false,
      "properties": [
        "control": [
          "type": "string",
          "minLength": 1,
          "maxLength": 500,
          "description": "The text of the control, for the person; at most 500 bytes.",
        ],
        "send": ["oneOf": [.schema("Action"), .schema("ActionBatch")]],
      ],
    ]
  }

  /// The schema of the content that restores a version.
  private static var restoration: JSONLiteral {
    [
      "type": "object",
      "required": ["version"],
      "additionalProperties": false,
      "properties": [
        "version": [
          "type": "integer",
          "minimum": 0,
          "maximum": .number("\(Int.max)"),
          "description": "The version to restore.",
        ]
      ],
    ]
  }

  /// The schema of a patch.
  private static var patch: JSONLiteral {
    [
      "type": "array",
      "description": "A JSON Patch (RFC 6902); it applies to the snapshot that the client has.",
      "items": [
        "type": "object",
        "required": ["op", "path"],
        "properties": [
          "op": ["type": "string", "enum": ["add", "remove", "replace"]],
          "path": ["type": "string", "description": "A JSON Pointer (RFC 6901)."],
          "value": [:],
        ],
      ],
    ]
  }

  // MARK: Features

  /// The schema of the list of features.
  private static var features: JSONLiteral {
    [
      "type": "object",
      "required": ["socket", "features"],
      "properties": [
        "socket": [
          "type": "string",
          "description": "The path of a session's WebSocket; `{id}` stands for the session.",
        ],
        "features": ["type": "array", "items": .schema("FeatureSummary")],
      ],
    ]
  }

  /// The schema of a feature in the list.
  private static var featureSummary: JSONLiteral {
    [
      "type": "object",
      "required": ["name", "links", "presentationStyles", "navigation"],
      "properties": [
        "name": ["type": "string"],
        "links": [
          "type": "boolean",
          "description": "Whether sessions can be created from a link.",
        ],
        "presentationStyles": .schema("PresentationStyles"),
        "navigation": [
          "type": "array",
          "description": "Where states have stacks and presentations.",
          "items": .schema("NavigationPlace"),
        ],
      ],
    ]
  }

  /// The schema of the styles of presentations.
  private static var presentationStyles: JSONLiteral {
    [
      "type": "object",
      "description": "How to show the screen of a case, by the name of the case.",
      "additionalProperties": ["type": "string"],
    ]
  }

  /// The schema of a feature with its schemas.
  private static var feature: JSONLiteral {
    [
      "description": """
      A feature with the JSON Schemas (draft 2020-12) of its actions and its state.
      """,
      "allOf": [
        .schema("FeatureSummary"),
        [
          "type": "object",
          "required": [
            "takesState", "takesPushes", "suspendsEffects", "state", "action",
          ],
          "properties": [
            "takesState": [
              "type": "boolean",
              "description": "Whether clients may choose the state that a session begins with.",
            ],
            "takesPushes": [
              "type": "boolean",
              "description": "Whether clients may push screens whose state they choose.",
            ],
            "suspendsEffects": [
              "type": "boolean",
              "description": """
              Whether effects, such as timers, pause while no client uses or watches a session.
              """,
            ],
            "reducer": [
              "type": "string",
              "description": "The type of the reducer; only at the addresses for administration.",
            ],
            "state": ["type": "object", "description": "The schema of the states in snapshots."],
            "initialState": [
              "type": "object",
              "description": .lines(
                """
                The schema of the states that a session can be created with; absent when clients may not
                choose one.
                """),
            ],
            "action": [
              "type": "object",
              "description": "The schema of the actions that clients may send.",
            ],
          ],
        ],
      ],
    ]
  }

  /// The schema of a stack or presentation in a state.
  private static var navigationPlace: JSONLiteral {
    [
      "type": "object",
      "required": ["pointer", "kind", "action"],
      "properties": [
        "pointer": [
          "type": "string",
          "description": .lines(
            """
            A JSON Pointer into the state (RFC 6901); `*` stands for the index of any element of a
            stack.
            """),
        ],
        "kind": [
          "type": "string", "enum": ["stack", "presentation", "alert", "confirmationDialog"],
        ],
        "action": [
          "type": "boolean",
          "description": .lines(
            """
            Whether clients may act on it, by the cases of actions that have the names in the pointer:
            for a stack {"element": {"id": …, "action": …}} and {"popFrom": {"id": …}}, else
            {"presented": …} and "dismiss".
            """),
        ],
        "cases": [
          "description": .lines(
            """
            The cases of an enum that is there; absent for alerts, and empty if there is no enum.
            """),
          "allOf": [.schema("PresentationStyles")],
        ],
        "like": [
          "type": "string",
          "description": .lines(
            """
            A pointer to content of the same form, whose inner places are listed: this place's content
            has the same. Recursive features have such places.
            """),
        ],
      ],
    ]
  }

  // MARK: Problems and lists

  /// The schema of a problem.
  private static var problem: JSONLiteral {
    [
      "type": "object",
      "required": ["type", "title", "status", "detail"],
      "properties": [
        "type": ["type": "string", "format": "uri-reference"],
        "title": ["type": "string"],
        "status": ["type": "integer"],
        "detail": ["type": "string"],
        "requestId": [
          "type": "string",
          "description": .lines(
            """
            The id of the request, as in the server's access log: the client's own X-Request-Id if it
            is a harmless one. Absent if the request could not be read.
            """),
        ],
        "pointer": [
          "type": "string",
          "description": "A JSON Pointer to the invalid value in the content (RFC 6901).",
        ],
        "reason": .schema("EndReason"),
        "version": ["type": "integer", "description": "The version that the session is at."],
        "snapshot": .schema("Snapshot"),
      ],
    ]
  }

  /// The schema of a page of a client's sessions.
  private static var sessions: JSONLiteral {
    [
      "type": "object",
      "required": ["sessions"],
      "properties": [
        "sessions": [
          "type": "array",
          "items": [
            "type": "object",
            "required": ["id", "feature", "expiresAt", "href"],
            "properties": [
              "id": ["type": "string"],
              "feature": ["type": "string"],
              "expiresAt": [
                "type": "string", "format": "date-time",
                "description": .lines(
                  """
                  When the session expires unless it is used before: of one that is not in memory, up
                  to an eighth of its time to live, and a minute, later than in its snapshot.
                  """),
              ],
              "href": [
                "type": "string", "format": "uri-reference",
                "description": "The path of the session.",
              ],
            ],
          ],
        ],
        "next": [
          "type": "string", "format": "uri-reference",
          "description": "The path of the next page; absent on the last one.",
        ],
      ],
    ]
  }

  /// The schema of the explanation of a problem.
  private static var problemGuide: JSONLiteral {
    [
      "type": "object",
      "required": ["type", "title", "statuses", "cause", "remedy"],
      "properties": [
        "type": ["type": "string", "format": "uri-reference"],
        "title": ["type": "string"],
        "statuses": [
          "type": "array", "items": ["type": "integer"],
          "description": "The statuses of the responses with this problem.",
        ],
        "cause": ["type": "string", "description": "What has happened."],
        "remedy": ["type": "string", "description": "What a client should do."],
      ],
    ]
  }

  /// The schema of the reason of an end.
  private static var endReason: JSONLiteral {
    [
      "type": "string",
      "description": .lines(
        """
        The reason why a session, or the stream of its events, ended: deleted, expired, stopped,
        too-many-actions, too-many-bytes, too-many-effects, state-too-large, state-not-encodable or
        screen-not-available. The last two end only the stream: the session may be sent again once it has
        changed.
        """),
    ]
  }

  // MARK: New sessions and events

  /// The schema of a new session in a minimal response.
  private static var createdSession: JSONLiteral {
    [
      "description": "What Prefer return=minimal leaves of a new session.",
      "type": "object",
      "required": ["id", "version"],
      "additionalProperties": false,
      "properties": ["id": ["type": "string"], "version": ["type": "integer", "minimum": 0]],
    ]
  }

  /// The schema of a ticket for events.
  private static var eventTicket: JSONLiteral {
    [
      "type": "object",
      "required": ["ticket", "expiresAt"],
      "additionalProperties": false,
      "properties": [
        "ticket": ["type": "string", "pattern": "^[0-9a-f]{64}$"],
        "expiresAt": ["type": "string", "format": "date-time"],
      ],
    ]
  }

  /// Returns the schema of an event.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - versions: The fields that have a version.
  ///   - data: The schema of the JSON that is the event's data.
  private static func event(_ name: JSONLiteral, _ versions: [String], data: JSONLiteral)
    -> JSONLiteral
  {
    let descriptions = [
      "id": "The version that the event leads to.",
      "base": "The version that the patch applies to; EventSource ignores it.",
    ]
    var properties: JSONLiteral = ["event": ["type": "string", "const": name]]
    for version in versions {
      var field: JSONLiteral = ["type": "string", "pattern": "^[0-9]+$"]
      field["description"] = descriptions[version].map(JSONLiteral.string)
      properties[version] = field
    }
    properties["data"] = [
      "type": "string", "contentMediaType": "application/json", "contentSchema": data,
    ]
    return [
      "type": "object",
      "required": .array(["event"] + versions.map(JSONLiteral.string) + ["data"]),
      "properties": properties,
    ]
  }

  /// Returns the schema of the content that creates a session.
  ///
  /// - Parameters:
  ///   - feature: The schema of the feature's name.
  ///   - state: The schema of the states that clients may choose; `nil` if they may not choose one.
  ///   - takesLink: Whether the feature has links.
  static func creation(
    _ configuration: ServiceConfiguration, feature: JSONLiteral = ["type": "string"],
    state: JSONLiteral? = [:], takesLink: Bool = true
  ) -> JSONLiteral {
    var properties: JSONLiteral = ["feature": feature]
    properties["state"] = state
    if takesLink {
      properties["link"] = [
        "type": "string", "description": "A path from which the feature makes the state.",
      ]
    }
    properties["ttl"] = [
      "type": "number",
      "exclusiveMinimum": 0,
      "maximum": .number("\(Int(configuration.maximumIdleTimeout))"),
      "description": "How many seconds the session lives without a request.",
    ]
    var schema: JSONLiteral = [
      "type": "object",
      "required": ["feature"],
      "additionalProperties": false,
      "properties": properties,
    ]
    // Both would say how the session begins.
    if state != nil, takesLink { schema["not"] = ["required": ["state", "link"]] }
    return schema
  }

  /// Returns the schema of a session as clients see it.
  ///
  /// - Parameters:
  ///   - feature: The schema of the feature's name.
  ///   - state: The schema of the feature's state.
  static func snapshot(
    feature: JSONLiteral = ["type": "string"], state: JSONLiteral = [:]
  ) -> JSONLiteral {
    [
      "allOf": [
        .schema("SnapshotMembers"),
        [
          "type": "object",
          "required": ["feature", "state"],
          "properties": ["feature": feature, "state": state],
        ],
      ]
    ]
  }
}
