import BackstackCoding
import BackstackSessions

extension OpenAPIDocument {
  /// Returns the components that the operations refer to, besides schemas and problems.
  static func components(_ configuration: ServiceConfiguration) -> JSONLiteral {
    [
      "securitySchemes": securitySchemes,
      "parameters": parameters(configuration),
      "headers": headers,
      "responses": responses,
    ]
  }

  private static let securitySchemes: JSONLiteral = [
    "APIKey": [
      "type": "http",
      "scheme": "bearer",
      "description": "Required if the server is configured with API keys.",
    ],
    "EventTicket": [
      "type": "apiKey",
      "in": "query",
      "name": "ticket",
      "description": "A ticket from POST /sessions/{id}/events/tickets, in place of an API key.",
    ],
  ]

  private static func parameters(_ configuration: ServiceConfiguration) -> JSONLiteral {
    [
      "SessionID": [
        "name": "id",
        "in": "path",
        "required": true,
        "description": """
        The id of the session. Without API keys, the id alone gives access to the session.
        """,
        "schema": ["type": "string"],
      ],
      "FeatureName": [
        "name": "name",
        "in": "path",
        "required": true,
        "description": "The name of the feature.",
        "schema": ["type": "string"],
      ],
      "IfNoneMatchTag": [
        "name": "If-None-Match",
        "in": "header",
        "description":
          "The ETag of the client's copy; the response is 304 while it is the present one.",
        "schema": ["type": "string"],
      ],
      "Version": [
        "name": "version",
        "in": "path",
        "required": true,
        "description": "A version of the session.",
        "schema": ["type": "integer", "minimum": 0],
      ],
      "IdempotencyKey": [
        "name": "Idempotency-Key",
        "in": "header",
        "description": .lines(
          """
          Identifies the request; a UUID in quotes is best. A request that is sent again is not processed
          twice: it gets the first response again, or 409 while the first request is being processed.
          A different request with the same key gets 422. A request that was refused has changed nothing
          and can be sent again. The session stores its latest keys as long as it lives, longer than
          their responses: without the first response, the response is the present snapshot, with
          Processed-Version.
          """),
        "schema": ["type": "string", "pattern": .string(keyPattern(1))],
      ],
      "CreationKey": [
        "name": "Idempotency-Key",
        "in": "header",
        "description": .lines(
          """
          Identifies the request among those of its client, as for actions. Without an API key it has
          at least 20 characters, as a UUID has: a client that guesses it gets the session.
          """),
        "schema": [
          "type": "string",
          "pattern": .string(keyPattern(configuration.apiKeys.isEmpty ? 20 : 1)),
        ],
      ],
      "EndKey": [
        "name": "Idempotency-Key",
        "in": "header",
        "description": .lines(
          """
          Identifies the request; a UUID in quotes is best. The same request gets 204 again, where any
          other gets 410, as long as the server remembers that the session has ended.
          """),
        "schema": ["type": "string", "pattern": .string(keyPattern(1))],
      ],
      "Prefer": [
        "name": "Prefer",
        "in": "header",
        "description": .lines(
          """
          return=minimal asks for a response without content; wait=N asks the server to respond to
          actions when the effects that they started have ended, or after N seconds (RFC 7240).
          """),
        "schema": ["type": "string", "examples": ["wait=10", "return=minimal"]],
      ],
      "IfMatch": [
        "name": "If-Match",
        "in": "header",
        "description": .lines(
          """
          The version that must be the present one, in quotes, or several of them; otherwise the
          response is 412, with the snapshot of a session that is at another version. `*` matches any
          version, and a weak tag (`W/`) none.
          """),
        "schema": tags(orNone: false),
      ],
      "IfNoneMatchOfChange": [
        "name": "If-None-Match",
        "in": "header",
        "description": .lines(
          """
          The versions that the session must not have, in quotes; otherwise the response is 412 with
          the snapshot. `*` matches every version, so that nothing is changed.
          """),
        "schema": tags(orNone: true),
      ],
      "IfNoneMatch": [
        "name": "If-None-Match",
        "in": "header",
        "description": .lines(
          """
          The version that the client has, in quotes; the response is 304 while it is the latest. `*`
          matches every version: the response is 304 at once.
          """),
        "schema": tags(orNone: true),
      ],
      "Wait": [
        "name": "wait",
        "in": "query",
        "description": .lines(
          """
          The number of seconds to wait for the next version; more than \
          \(configuration.maximumWait) counts as \(configuration.maximumWait).
          """),
        "schema": ["type": "integer", "minimum": 0],
      ],
    ]
  }

  /// Returns the schema of `If-Match` or `If-None-Match` where the tags are versions.
  private static func tags(orNone isOptional: Bool) -> JSONLiteral {
    let tag = #"(W/)?"[!#-~]*""#
    return [
      "type": "string",
      "pattern": .string(#"^(\*|\#(tag)(, *\#(tag))*)\#(isOptional ? "?" : "")$"#),
      "examples": [#""7""#],
    ]
  }

  private static let headers: JSONLiteral = [
    "ETag": [
      "description": "The version, in quotes.",
      "required": true,
      "schema": ["type": "string", "pattern": #"^"[0-9]+"$"#, "examples": [#""7""#]],
    ],
    "ContentLocation": [
      "description": .lines(
        """
        The path of the session in responses to requests that change it: it says that ETag is that of the
        session (RFC 9110 §8.7). A patch is no representation of the session, and has none.
        """),
      "schema": ["type": "string"],
    ],
    "Upgrade": [
      "description": "The protocol to switch to.",
      "required": true,
      "schema": ["const": "websocket"],
    ],
    "AcceptPost": [
      "description": "The media type of content that the operation reads.",
      "required": true,
      "schema": ["const": "application/json"],
    ],
    "RetryAfter": [
      "description": "The number of seconds to wait before the next attempt.",
      "required": true,
      "schema": ["type": "integer", "minimum": 0],
    ],
    "WWWAuthenticate": [
      "description": "How to authenticate (RFC 6750 §3).",
      "required": true,
      "schema": ["type": "string"],
    ],
    "DeltaBase": [
      "description": "The version that a patch applies to, in quotes.",
      "schema": ["type": "string", "examples": [#""6""#]],
    ],
    "PreferenceApplied": [
      "description": "The preferences that the server applied.",
      "schema": ["type": "string"],
    ],
    "ProcessedVersion": [
      "description": .lines(
        """
        The version, in quotes, that the request with this key led to when it was processed. It is
        present when the first response is no longer stored, and this one is the present session.
        """),
      "schema": ["type": "string"],
    ],
  ]

  private static let responses: JSONLiteral = [
    "Ok": [
      "description": "The check succeeded.",
      "content": .content([
        "type": "object",
        "required": ["status"],
        "properties": ["status": ["const": "ok"]],
      ]),
    ],
    "Snapshot": [
      "description": "The present session.",
      "headers": [
        "ETag": .header("ETag"),
        "Content-Location": .header("ContentLocation"),
        "Preference-Applied": .header("PreferenceApplied"),
        "Processed-Version": .header("ProcessedVersion"),
      ],
      "content": .content(.schema("Snapshot")),
    ],
    "Minimal": [
      "description": "The request succeeded, and the client asked for no content.",
      "headers": [
        "ETag": .header("ETag"),
        "Content-Location": .header("ContentLocation"),
        "Preference-Applied": .header("PreferenceApplied"),
        "Processed-Version": .header("ProcessedVersion"),
      ],
    ],
    "FileNotModified": [
      "description": "The client has the present file.",
      "headers": ["ETag": ["schema": ["type": "string"]]],
    ],
    "NotModified": [
      "description": "The client has the latest version.",
      "headers": ["ETag": .header("ETag")],
    ],
  ]

  /// Returns the pattern of an `Idempotency-Key`: visible characters, with or without quotes around
  /// them.
  private static func keyPattern(_ least: Int) -> String {
    let text = #"[!#-\[\]-~]{\#(least),255}"#
    return #"^("\#(text)"|\#(text))$"#
  }
}
