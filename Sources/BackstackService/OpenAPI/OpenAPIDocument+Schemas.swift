import BackstackCoding
import BackstackSessions

extension OpenAPIDocument {
  /// Returns the schemas of the service's own requests and responses.
  static func schemas(_ configuration: ServiceConfiguration) -> JSONLiteral {
    [
      "SessionCreation": [
        "type": "object",
        "required": ["feature"],
        "additionalProperties": false,
        "not": ["required": ["state", "link"]],
        "properties": [
          "feature": ["type": "string", "description": "The name of the feature."],
          "state": ["description": "The whole state to start from; not together with link."],
          "link": [
            "type": "string",
            "description": "A path from which the feature makes the state.",
          ],
          "ttl": [
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": .number("\(Int(configuration.maximumIdleTimeout))"),
            "description": "How many seconds the session lives without a request.",
          ],
        ],
      ],
      "Snapshot": [
        "type": "object",
        "required": ["id", "feature", "version", "state", "effects", "expiresAt"],
        "properties": [
          "id": ["type": "string"],
          "feature": ["type": "string"],
          "version": [
            "type": "integer",
            "minimum": 0,
            "description": "How many actions were processed, those of effects included.",
          ],
          "state": ["description": "The state of the feature."],
          "effects": [
            "type": "integer",
            "minimum": 0,
            "description": "How many effects are in flight.",
          ],
          "expiresAt": ["type": "string", "format": "date-time"],
          "link": [
            "type": "string",
            "description": .lines(
              """
              The link that leads to what is shown, if the feature tells one; absent in the history.
              """),
          ],
          "issues": [
            "type": "array",
            "description": "The issues that the action caused; only in the response to it.",
            "items": [
              "type": "object",
              "required": ["message", "location"],
              "properties": [
                "message": ["type": "string"],
                "location": [
                  "type": "string",
                  "description": "The location in the feature's source.",
                ],
              ],
            ],
          ],
        ],
      ],
      "Action": [
        "description": .lines(
          """
          An action of the session's feature. A case is an object with its name as the only key; a
          case without payload can be its name alone.
          """)
      ],
      "History": [
        "type": "object",
        "required": ["oldest", "version", "entries"],
        "properties": [
          "oldest": [
            "type": "integer",
            "minimum": 0,
            "description": "The oldest version that is remembered.",
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
      ],
      "HistoryEntry": [
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
              (host); a restored version; or that the session was resumed.
              """),
            "enum": ["creation", "start", "client", "effect", "host", "restore", "resume"],
          ],
          "restored": [
            "type": "integer",
            "minimum": 0,
            "description": "The version that was restored.",
          ],
          "action": ["description": "The action as JSON, if an action led to the version."],
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
      ],
      "Restoration": [
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
      ],
      "Patch": [
        "type": "array",
        "description": "A JSON Patch (RFC 6902); it applies to the snapshot that the client has.",
        "items": [
          "type": "object",
          "required": ["op", "path"],
          "properties": [
            "op": ["enum": ["add", "remove", "replace"]],
            "path": ["type": "string", "description": "A JSON Pointer (RFC 6901)."],
            "value": [:],
          ],
        ],
      ],
      "Features": [
        "type": "object",
        "required": ["features"],
        "properties": ["features": ["type": "array", "items": .schema("FeatureSummary")]],
      ],
      "FeatureSummary": [
        "type": "object",
        "required": ["name", "links", "presentationStyles"],
        "properties": [
          "name": ["type": "string"],
          "links": [
            "type": "boolean",
            "description": "Whether sessions can be created from a link.",
          ],
          "presentationStyles": [
            "type": "object",
            "description": "How to show the screen of a case, by the name of the case.",
            "additionalProperties": ["type": "string"],
          ],
        ],
      ],
      "Feature": [
        "description": """
        A feature with the JSON Schemas (draft 2020-12) of what clients send and receive.
        """,
        "allOf": [.schema("FeatureSummary")],
        "type": "object",
        "required": [
          "takesState", "takesPushes", "suspendsEffects", "navigation", "state", "action",
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
          "navigation": [
            "type": "array",
            "description": "Where states have stacks and presentations.",
            "items": .schema("NavigationPlace"),
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
      "NavigationPlace": [
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
          "kind": ["enum": ["stack", "presentation", "alert", "confirmationDialog"]],
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
            "type": "object",
            "description": .lines(
              """
              The cases of an enum that is there, each with how to show its screen; absent for alerts,
              and empty if there is no enum.
              """),
            "additionalProperties": ["type": "string"],
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
      ],
      "Problem": [
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": [
          "type": ["type": "string", "format": "uri-reference"],
          "title": ["type": "string"],
          "status": ["type": "integer"],
          "detail": ["type": "string"],
          "pointer": [
            "type": "string",
            "description": "A JSON Pointer to the invalid value in the content (RFC 6901).",
          ],
          "reason": .schema("EndReason"),
          "version": ["type": "integer", "description": "The version that the session is at."],
          "snapshot": .schema("Snapshot"),
        ],
      ],
      "EndReason": [
        "type": "string",
        "description": .lines(
          """
          The reason why a session, or the stream of its events, ended: deleted, expired, stopped,
          too-many-actions, too-many-effects, state-too-large or state-not-encodable.
          """),
      ],
      "Event": [
        "type": "object",
        "description": .lines(
          """
          An event, with its fields as strings (WHATWG HTML §9.2).
          """),
        "properties": [
          "event": ["enum": ["snapshot", "patch", "end"]],
          "id": ["type": "string", "pattern": "^[0-9]+$"],
          "base": [
            "type": "string",
            "pattern": "^[0-9]+$",
            "description": "The version that a patch applies to; EventSource ignores it.",
          ],
          "data": ["type": "string", "contentMediaType": "application/json"],
        ],
        "oneOf": [
          [
            "required": ["id"],
            "properties": [
              "event": ["const": "snapshot"],
              "data": ["contentSchema": .schema("Snapshot")],
            ],
          ],
          [
            "required": ["id", "base"],
            "properties": [
              "event": ["const": "patch"],
              "data": ["contentSchema": .schema("Patch")],
            ],
          ],
          [
            "properties": [
              "event": ["const": "end"],
              "data": [
                "contentSchema": [
                  "type": "object",
                  "required": ["reason"],
                  "properties": ["reason": .schema("EndReason")],
                ]
              ],
            ]
          ],
        ],
      ],
    ]
  }
}
