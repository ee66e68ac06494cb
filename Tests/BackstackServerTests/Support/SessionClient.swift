import BackstackTestSupport
import Testing

/// A session as a client sees it.
struct SessionClient: Sendable {
  let client: CurlClient
  let id: String

  var path: String { "/sessions/\(id)" }

  /// Creates a client for an existing session.
  init(_ client: CurlClient, id: String) {
    self.client = client
    self.id = id
  }

  /// Creates a session.
  ///
  /// - Parameter creation: The content of the request.
  init(
    _ client: CurlClient, creating creation: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await client.post("/sessions", creation)
    try #require(answer.status == 201, "\(answer.text)", sourceLocation: sourceLocation)
    self.client = client
    id = try #require(try answer.json["id"]?.string, sourceLocation: sourceLocation)
  }

  /// Creates a session on the server that all tests share.
  init(
    creating creation: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await self.init(
      try TestServer.demo.get().makeClient(), creating: creation, sourceLocation: sourceLocation)
  }

  /// Sends an action and returns the response.
  func post(_ action: String, fields: [String: String] = [:]) async throws -> Answer {
    try await client.post("\(path)/actions", action, fields: fields)
  }

  /// Sends an action that must succeed.
  ///
  /// - Returns: The snapshot after the action.
  @discardableResult
  func send(
    _ action: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let answer = try await post(action)
    try #require(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
    let snapshot = try answer.json
    #expect(
      answer.fields["etag"] == snapshot["version"]?.integer.map { "\"\($0)\"" },
      sourceLocation: sourceLocation)
    return snapshot
  }

  /// Sends an action to an element of the stack of counters.
  @discardableResult
  func send(
    _ action: String, to element: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    try await send(
      #"{"path":{"element":{"id":\#(element),"action":{"counter":"\#(action)"}}}}"#,
      sourceLocation: sourceLocation)
  }

  /// Reads the snapshot.
  func read(sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
    let answer = try await client.get(path)
    try #require(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
    return try answer.json
  }

  /// Reads the snapshot repeatedly until an effect has brought the session to a version. The effect
  /// must not depend on time.
  func read(
    atVersion version: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    var snapshot = JSON.null
    while snapshot["version"]?.integer ?? -1 < version {
      snapshot = try await read(sourceLocation: sourceLocation)
      await letOthersWork()
    }
    #expect(snapshot["version"] == .integer(version), sourceLocation: sourceLocation)
    return snapshot
  }

  /// Runs a closure, and expects that it does not change the session.
  func expectUnchanged(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
  ) async throws {
    let before = try await read(sourceLocation: sourceLocation)
    try await body()
    let after = try await read(sourceLocation: sourceLocation)
    for member in ["id", "feature", "version", "state", "effects"] {
      #expect(after[member] == before[member], sourceLocation: sourceLocation)
    }
  }
}

extension JSON {
  /// The ids and counts of a snapshot's stack of counters.
  var counters: [[Int]] {
    (self["state"]?["path"]?.elements ?? []).map { element in
      [element["id"]?.integer ?? -1, element["state"]?["counter"]?["count"]?.integer ?? -1]
    }
  }
}

/// Expects that a response is a problem document of a kind.
func expectProblem(
  _ answer: Answer, _ status: Int, _ kind: String, pointer: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
  #expect(
    answer.fields["content-type"] == "application/problem+json", sourceLocation: sourceLocation)
  let problem = try answer.json
  #expect(problem["type"] == .string("/problems/\(kind)"), sourceLocation: sourceLocation)
  #expect(problem["status"] == .integer(status), sourceLocation: sourceLocation)
  #expect(problem["pointer"] == pointer.map(JSON.string), sourceLocation: sourceLocation)
  #expect(problem["title"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
  #expect(problem["detail"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
}
