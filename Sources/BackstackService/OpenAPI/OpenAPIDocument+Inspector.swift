import BackstackCoding
import BackstackHTTP
import BackstackSessions

// The contract of the inspector, which has its own introduction, security and schemas.
extension OpenAPIDocument {
  static let inspectorIntroduction: JSONLiteral = [
    "openapi": "3.1.0",
    "info": [
      "title": "The inspector of Backstack",
      "version": "0.1.0",
      "license": ["name": "MIT", "identifier": "MIT"],
      "description": .lines(
        """
        What the pages of the inspector use, at the addresses for administration. Looking at a session
        neither extends its life nor activates it. Every error is a problem document (RFC 9457). `HEAD`
        works wherever `GET` does. A method that a path does not support gets 405 with `Allow`, an
        unknown method 501, and an unknown path 404.

        Every request names an address of the server, `localhost`, or one of the hosts that the server
        allows here; others get 421. The interface below `/inspector/api/` requires the key that the
        server has printed, and refuses pages of other origins (403). At most 16 requests to it are
        processed at a time; more get 429. An inspector that only reads has no operations that change
        sessions. One that hides texts has `‹12 characters›`, `‹UUID›` or `‹date›` in place of each text
        in states, actions, links, explanations, and the names and ids of effects.
        """),
    ],
  ]

  static let inspectorSecurity: JSONLiteral = [
    "InspectorKey": [
      "type": "http",
      "scheme": "bearer",
      "description": "The key that the server has printed, or was given.",
    ]
  ]

  /// Returns the description of an operation, completed with the checks of the inspector's guard
  /// refuses.
  ///
  /// - Parameter routes: All routes: links to operations of others are left out.
  static func inspectorOperation(
    _ described: OpenAPIOperation, at pattern: String, among routes: [ServiceRoute],
    _ problems: inout ProblemResponses
  ) -> JSONLiteral {
    var operation = described.json
    var kinds = described.problems
    if pattern.hasPrefix(InspectorRoutes.api) {
      kinds += [.unauthorized, .foreignPage, .tooManyAtOnce, .invalidQuery]
      operation["security"] = [["InspectorKey": []]]
    }
    if pattern.hasPrefix("/inspector") {
      operation["responses"]?["421"] = [
        "description": "The request is for a host that the inspector does not allow.",
        "content": .content(.schema("Problem"), type: "application/problem+json"),
      ]
    }
    for (status, response) in problems.references(to: kinds) {
      operation["responses"]?[status] = response
    }
    let known = routes.compactMap { $0.operation?.json["operationId"] }
    if case .object(let responses) = operation["responses"] {
      for response in responses {
        guard case .object(let links) = response.value["links"] else { continue }
        let rest = links.filter { known.contains(.string($0.name)) }
        operation["responses"]?[response.name]?["links"] = rest.isEmpty ? nil : .object(rest)
      }
    }
    return operation
  }

  /// Returns a document without components that nothing refers to.
  static func withoutUnused(_ document: JSONLiteral) -> JSONLiteral {
    guard case .object(let kinds) = document["components"] else { return document }
    var used = references(in: document["paths"] ?? .null)
    var open = used
    while let reference = open.popFirst() {
      let names = reference.split(separator: "/").dropFirst().map(String.init)
      guard names.count == 3, let component = document[names[0]]?[names[1]]?[names[2]] else {
        continue
      }
      let fresh = references(in: component).subtracting(used)
      used.formUnion(fresh)
      open.formUnion(fresh)
    }
    var document = document
    for kind in kinds where kind.name != "securitySchemes" {
      guard case .object(let components) = kind.value else { continue }
      document["components"]?[kind.name] = .object(
        components.filter { used.contains("#/components/\(kind.name)/\($0.name)") })
    }
    return document
  }

  private static func references(in literal: JSONLiteral) -> Set<String> {
    switch literal {
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
    case .object(let members):
      return members.reduce(into: []) { found, member in
        if member.name == "$ref", let reference = member.value.text {
          found.insert(reference)
        } else if member.name == "mapping", case .object(let mapped) = member.value {
          found.formUnion(mapped.compactMap(\.value.text))
        } else {
          found.formUnion(references(in: member.value))
        }
      }
    default: return []
    }
  }

  // MARK: Schemas

  static let inspectorSchemas: JSONLiteral = [
    "InspectedServer": [
      "type": "object",
      "required": ["mode", "redacts", "sessions", "stores", "features"],
      "properties": [
        "mode": ["type": "string", "enum": ["read", "full"]],
        "redacts": ["type": "boolean", "description": "Whether texts are hidden."],
        "sessions": count("How many sessions are in memory."),
        "stores": ["type": "boolean", "description": "Whether sessions are stored."],
        "features": ["type": "array", "items": ["type": "string"]],
      ],
    ],
    "ActiveSessions": [
      "type": "object",
      "required": ["count", "sessions"],
      "properties": [
        "count": count("How many sessions are in memory."),
        "sessions": ["type": "array", "items": .schema("ActiveSession")],
        "next": ["type": "string", "description": "What `before` is for the next page."],
      ],
    ],
    "ActiveSession": [
      "type": "object",
      "required": [
        "id", "feature", "version", "effects", "readers", "bytes", "usedAt", "expiresAt",
      ],
      "properties": [
        "id": ["type": "string"],
        "feature": ["type": "string"],
        "version": count("The number of processed actions, those of effects included."),
        "depth": count("The number of screens on the stack; absent without a stack."),
        "top": ["type": "string", "description": "The case of the screen on top."],
        "effects": count("How many effects are in flight."),
        "readers": count("How many readers follow its events."),
        "bytes": count("The size of the state, as it was last encoded."),
        "principal": ["type": "string", "description": "The client that owns it."],
        "usedAt": ["type": "string", "format": "date-time"],
        "expiresAt": ["type": "string", "format": "date-time"],
      ],
    ],
    "Changes": [
      "type": "object",
      "required": ["oldest", "version", "entries"],
      "properties": [
        "oldest": count("The oldest version that is remembered."),
        "version": count("The version that the session is at."),
        "entries": ["type": "array", "items": .schema("Change")],
      ],
    ],
    "Change": [
      "allOf": [
        .schema("HistoryEntry"),
        [
          "type": "object",
          "properties": [
            "from": count("The version whose state `patch` applies to."),
            "patch": .schema("Patch"),
            "state": ["description": "The state, if there is no earlier one for a patch."],
          ],
        ],
      ]
    ],
    "Effects": [
      "type": "object",
      "required": ["version", "time", "count", "effects"],
      "properties": [
        "version": count("The version that the session is at."),
        "time": [
          "type": "string", "format": "date-time", "description": "The time on the server.",
        ],
        "count": count("How many effects are in flight."),
        "effects": ["type": "array", "items": .schema("EffectInFlight")],
      ],
    ],
    "EffectInFlight": [
      "type": "object",
      "required": ["source", "cancelIDs", "startedAt", "version", "elementIDs"],
      "properties": [
        "task": ["type": "string", "description": "The name that the feature has given it."],
        "source": ["type": "string", "description": "The file and the line of the code."],
        "cancelIDs": [
          "type": "array", "items": ["type": "string"],
          "description": "The ids that cancel it, the outermost first.",
        ],
        "startedAt": ["type": "string", "format": "date-time"],
        "version": count(
          """
          The version whose action started it. If it runs since the session was activated, this is the
          version of then.
          """),
        "action": [
          "description": .lines(
            """
            Where it is, as the action that dismisses the nearest screen around it; absent if it belongs
            to the root.
            """)
        ],
        "elementIDs": [
          "type": "array", "items": ["type": "string"],
          "description": "The ids of the elements of lists that it is in, within this screen.",
        ],
        "sleepsSince": [
          "type": "string", "format": "date-time",
          "description": "When it fell asleep on the clock; absent if it does not sleep.",
        ],
        "sleepsUntil": [
          "type": "string", "format": "date-time",
          "description": "When it will wake. If it sleeps several times at once, the earliest.",
        ],
      ],
    ],
    "StoredSessions": [
      "type": "object",
      "required": ["sessions", "unreadable"],
      "properties": [
        "sessions": ["type": "array", "items": .schema("StoredSession")],
        "unreadable": [
          "type": "array", "items": ["type": "string"],
          "description": "The ids of sessions that can't be read.",
        ],
        "next": ["type": "string", "description": "What `after` is for the next page."],
      ],
    ],
    "StoredSession": [
      "type": "object",
      "required": ["id", "feature", "version", "active", "quarantined", "expiresAt"],
      "properties": [
        "id": ["type": "string"],
        "feature": ["type": "string"],
        "version": count("The version that is stored."),
        "principal": ["type": "string", "description": "The client that owns it."],
        "active": ["type": "boolean", "description": "Whether it is in memory, too."],
        "quarantined": ["type": "boolean", "description": "Whether it is kept from clients."],
        "expiresAt": ["type": "string", "format": "date-time"],
      ],
    ],
    "StoredState": [
      "type": "object",
      "required": ["id", "feature", "version", "state"],
      "properties": [
        "id": ["type": "string"],
        "feature": ["type": "string"],
        "version": count("The version that is stored."),
        "principal": ["type": "string", "description": "The client that owns it."],
        "state": ["description": "The state as it is stored."],
      ],
    ],
  ]

  private static func count(_ description: String) -> JSONLiteral {
    ["type": "integer", "minimum": 0, "description": .string(description)]
  }
}
