import BackstackCoding

// The operations that only the inspector has.
extension OpenAPIOperation {
  static let readServer = Self(
    "readServer", "Read the inspector's rights and the server's features.", tag: .inspector,
    responses: ["200": answer("The server.", "InspectedServer")],
    problems: [.notAcceptable])

  static let listSessions = Self(
    "listSessions", "List the sessions in memory, those used last first.", tag: .inspector,
    parameters: [
      query("feature", "Lists the sessions of a feature.", ["type": "string"]),
      query("id", "Lists the sessions whose ids begin with this text.", ["type": "string"]),
      query("owner", "Lists the sessions whose owners' names contain this.", ["type": "string"]),
      query(
        "state",
        """
        Lists the sessions whose states contain this, as JSON. A page ends once 1,000 states were searched, so it \
        may have fewer sessions than its limit although another follows. Where texts are hidden, this is refused.
        """, ["type": "string"]),
      query(
        "before", "The `next` of the page before.",
        ["type": "string", "pattern": "^[0-9]{1,18}-[0-9a-f]{32}$"]),
      limit(50),
    ],
    responses: ["200": answer("A page of sessions.", "ActiveSessions")],
    problems: [.notAcceptable, .unknownFeatureInTarget])

  static let listEffects = Self(
    "listEffects", "List the effects of a session in flight, in the order in which they started.",
    tag: .inspector,
    parameters: [limit(200)],
    responses: ["200": answer("The effects.", "Effects")],
    problems: [.notAcceptable, .unknownSession])

  static let readChanges = Self(
    "readChanges", "Read the history of a session with the changes of each version.",
    tag: .inspector, parameters: changesQuery,
    responses: ["200": answer("A page of the history.", "Changes")],
    problems: .ofSession + [.notAcceptable])

  static let readStoredChanges = Self(
    "readStoredChanges", "Read the history of a stored session.", tag: .inspector,
    parameters: changesQuery,
    responses: ["200": answer("A page of the history.", "Changes")],
    problems: [.notAcceptable, .unknownSession, .storageUnavailable])

  private static let changesQuery = [
    query("after", "The page begins after this version.", ["type": "integer", "minimum": 0]),
    query(
      "from", "The version whose state the reader has: the first patch is from it.",
      ["type": "integer", "minimum": 0]),
    limit(50),
  ]

  static let readTest = Self(
    "readTest", "Read a Swift test that replays a session.", tag: .inspector,
    responses: [
      "200": [
        "description": "The test.", "content": .content(["type": "string"], type: "text/plain"),
      ]
    ],
    problems: [.unknownSession, .forgottenVersion])

  static let listStoredSessions = Self(
    "listStoredSessions", "List the stored sessions by their ids.", tag: .inspector,
    description: "A server that stores none responds with 404.",
    parameters: [
      query("after", "The `next` of the page before.", ["type": "string"]),
      limit(50),
    ],
    responses: ["200": answer("A page of sessions.", "StoredSessions")],
    problems: [.notAcceptable, .unknownSession, .storageUnavailable])

  static let readStoredSession = Self(
    "readStoredSession", "Read a session as it is stored.", tag: .inspector,
    responses: ["200": answer("The session.", "StoredState")],
    problems: [.notAcceptable, .unknownSession, .storageUnavailable])

  static let activateSession = Self(
    "activateSession", "Activate a stored session, as a request of a client does.", tag: .inspector,
    responses: ["204": ["description": "The session is in memory."]],
    problems: .ofSession)

  static let inspectorContract = Self(
    "readContract", "Read this document.", tag: .inspector,
    parameters: [.parameter("IfNoneMatchTag")],
    responses: ["200": contract, "304": .response("FileNotModified")])

  private static func answer(_ description: String, _ schema: String) -> JSONLiteral {
    ["description": .string(description), "content": .content(.schema(schema))]
  }

  private static func query(
    _ name: String, _ description: String, _ schema: JSONLiteral
  ) -> JSONLiteral {
    [
      "name": .string(name), "in": "query", "description": .string(description), "schema": schema,
    ]
  }

  private static func limit(_ usual: Int) -> JSONLiteral {
    query(
      "limit", "The maximum number on the page.",
      ["type": "integer", "minimum": 1, "maximum": 200, "default": .number("\(usual)")])
  }
}
