import BackstackHTTP
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Conditions of requests")
struct PreconditionTests {
  let client = ServiceClient()
  private static let add = #""addCounterButtonTapped""#

  /// A session at version 1.
  private func session() async -> String {
    let session = await client.create()
    _ = await client.act(session, Self.add)
    return session
  }

  /// The paths of what a client can read of a session at version 1; each has this version's tag.
  private static let readings = ["", "/path", "/history", "/history/1", "/history/1?from=0"]

  @Test(
    "A request that reads is conditional, on every route that tells a version",
    arguments: readings, [HTTPMethod.get, .head])
  func reading(_ path: String, _ method: HTTPMethod) async {
    let session = await session()
    for (match, noneMatch, status) in [
      (nil, nil, 200), (#""1""#, nil, 200), (#""0", "1""#, nil, 200), ("*", nil, 200),
      (#""0""#, nil, 412), (#"W/"1""#, nil, 412), (#""01""#, nil, 412),
      (nil, #""1""#, 304), (nil, #"W/"1""#, 304), (nil, "*", 304), (nil, #""0""#, 200),
      (nil, "", 200),
      // If-Match decides first (RFC 9110 §13.2.2).
      (#""1""#, #""1""#, 304), (#""0""#, #""1""#, 412), (#""0""#, "*", 412),
      (#""1""#, #""0""#, 200),
      ("1", nil, 400), ("", nil, 400), (nil, "1", 400), (nil, #""0", 1"#, 400), (#""1"#, nil, 400),
    ] as [(String?, String?, Int)] {
      var fields: [(HTTPFieldName, String)] = []
      if let match { fields.append((.ifMatch, match)) }
      if let noneMatch { fields.append((.ifNoneMatch, noneMatch)) }
      // A patch has a media type of its own.
      if path.contains("from") { fields.append((.accept, HTTPResponse.patchType)) }
      let answer = await client.send(method, session + path, nil, fields)
      #expect(answer.status == status, "\(match ?? "-") \(noneMatch ?? "-"): \(answer.text)")
      if status != 400 { #expect(answer.version == 1) }
      if status == 304 { #expect(answer.text.isEmpty) }
      if status == 412 { #expect(answer.problem == "version-mismatch") }
      if status == 400 { #expect(answer.problem == "invalid-condition") }
    }
  }

  @Test("The condition of an earlier version is on that version, not on the present one")
  func earlierVersion() async {
    let session = await session()
    _ = await client.act(session, Self.add)
    let path = session + "/history/1"
    #expect(await client.send(.get, path, nil, [(.ifMatch, #""1""#)]).status == 200)
    let other = await client.send(.get, path, nil, [(.ifMatch, #""2""#)])
    #expect(other.status == 412 && other.version == 1 && !other.contains("snapshot"))
    #expect(await client.send(.get, path, nil, [(.ifNoneMatch, #""2""#)]).status == 200)
  }

  @Test("Conditions count only where there is something to read")
  func nothing() async {
    let session = await session()
    for path in ["/history/9", "/path?name=none"] {
      for field in [HTTPFieldName.ifMatch, .ifNoneMatch] {
        let answer = await client.send(.get, session + path, nil, [(field, #""9""#)])
        #expect(answer.status == 404, "\(path)")
      }
    }
  }

  /// The requests that change a session: method, path and content.
  private static let changes: [(HTTPMethod, String, String?)] = [
    (.post, "/actions", add), (.post, "/restore", #"{"version": 0}"#), (.delete, "", nil),
  ]

  @Test("A request that changes is conditional, on every such route", arguments: 0..<3)
  func change(_ index: Int) async {
    let (method, path, content) = Self.changes[index]
    for (match, noneMatch, status) in [
      (#""1""#, nil, 200), ("*", nil, 200), (#""0""#, nil, 412), (#"W/"1""#, nil, 412),
      (nil, "*", 412), (nil, #""1""#, 412), (nil, #"W/"1""#, 412), (nil, #""0""#, 200),
      ("*", "*", 412), (#""1""#, "*", 412), (#""1""#, #""1""#, 412), (#""0", "1""#, #""0""#, 200),
      ("*", #""0""#, 200), ("1", nil, 400), ("", nil, 400), (nil, "1", 400),
    ] as [(String?, String?, Int)] {
      let session = await session()
      var fields: [(HTTPFieldName, String)] = []
      if let match { fields.append((.ifMatch, match)) }
      if let noneMatch { fields.append((.ifNoneMatch, noneMatch)) }
      let answer = await client.send(method, session + path, content, fields)
      let wanted = status == 200 && method == .delete ? 204 : status
      #expect(answer.status == wanted, "\(match ?? "-") \(noneMatch ?? "-"): \(answer.text)")
      guard status != 200 else { continue }
      #expect(answer.problem == (status == 412 ? "version-mismatch" : "invalid-condition"))
      if status == 412 { #expect(answer.contains(#""snapshot":{"#) && answer.version == 1) }
      #expect(await client.send(.get, session).version == 1)
    }
  }

  @Test("The refusal says what is wrong with the condition")
  func details() async {
    let session = await session()
    for (field, value, part) in [
      (HTTPFieldName.ifMatch, "0", "Write 0 in quotes."),
      (.ifNoneMatch, "W/1", "Write W/1 in quotes."), (.ifMatch, "", "names no version"),
      (.ifMatch, #"W/"1""#, "without W/"), (.ifNoneMatch, "*", "that If-None-Match excludes"),
      (.ifMatch, #""0""#, "is not at the version in If-Match"),
    ] {
      let answer = await client.act(session, Self.add, [(field, value)])
      #expect(answer.contains(part), "\(answer.text)")
    }
  }

  @Test("A long poll ends when its version is no longer the one that If-Match names")
  func longPoll() async {
    let session = await session()
    let reply = client.begin(
      .get, session + "?wait=30", nil, [(.ifMatch, #""1""#), (.ifNoneMatch, #""1""#)])
    #expect(!reply.isFinished)
    _ = await client.act(session, Self.add)
    let answer = await reply.answer
    #expect(answer.status == 412 && answer.version == 2)
  }
}
