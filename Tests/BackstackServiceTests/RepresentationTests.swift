import BackstackHTTP
import Testing

@testable import BackstackService

@Suite("What the fields of responses say about their content")
struct RepresentationTests {
  let client = ServiceClient()
  private let add = #""addCounterButtonTapped""#
  private let creation = #"{"feature":"counters"}"#
  private let key: (HTTPFieldName, String) = (
    .idempotencyKey, "8e03978e-40d5-43e8-bc93-6894a57f9324"
  )
  private let minimal: (HTTPFieldName, String) = (.prefer, "return=minimal")

  @Test("Responses that change a session say that their ETag is that of the session")
  func contentLocation() async {
    for fields in [[], [minimal]] {
      let created = await client.send(.post, "/sessions", creation, fields)
      let session = created.fields[.location] ?? ""
      #expect(session.count == 42 && created.fields[.contentLocation] == session)
      // The history has a snapshot of what was read.
      _ = await client.send(.get, session)
      let answer = await client.act(session, add, fields)
      #expect(answer.version == 1 && answer.fields[.contentLocation] == session)
      let restored = await client.send(.post, session + "/restore", #"{"version":0}"#, fields)
      #expect(restored.version == 2 && restored.fields[.contentLocation] == session)
    }
  }

  @Test("A stored answer has it, too")
  func storedAnswer() async {
    let created = await client.send(.post, "/sessions", creation, [key])
    let session = created.fields[.location]
    let again = await client.send(.post, "/sessions", creation, [key])
    #expect(session != nil && again.fields[.contentLocation] == session)
    for _ in 0..<2 {
      let answer = await client.act(session ?? "", add, [key])
      #expect(answer.version == 1 && answer.fields[.contentLocation] == session)
    }
  }

  @Test("A patch is no representation of the session, nor is a problem")
  func patch() async {
    let session = await client.create()
    let patch = await client.act(session, add, [(.accept, HTTPResponse.patchType)])
    #expect(patch.version == 1 && patch.fields[.contentLocation] == nil)
    let both = await client.act(session, add, [(.accept, HTTPResponse.patchType), minimal])
    #expect(both.status == 204 && both.fields[.contentLocation] == session)
    let refused = await client.act(session, add, [(.ifMatch, #""0""#)])
    #expect(refused.version == 2 && refused.fields[.contentLocation] == nil)
    #expect(await client.send(.get, session).fields[.contentLocation] == nil)
  }

  @Test("Clients may keep what they read, and ask before each use; nothing else is kept")
  func caching() async {
    let session = await client.create()
    let first = await client.act(session, add, [key])
    for path in [
      session, session + "/path", session + "/history", session + "/history/1",
      session + "/history/1?from=0",
    ] {
      let answer = await client.send(.get, path)
      #expect(answer.status == 200 && answer.fields[.cacheControl] == "private, no-cache")
      let known = await client.send(.get, path, nil, [(.ifNoneMatch, #""1""#)])
      #expect(known.status == 304 && known.fields[.cacheControl] == "private, no-cache")
    }
    let answers = [
      first, await client.act(session, add, [key]), await client.act(session, add, [minimal]),
      await client.act(session, add, [(.accept, HTTPResponse.patchType)]),
      await client.send(.post, session + "/restore", #"{"version":0}"#),
      await client.send(.post, "/sessions", creation),
      await client.send(.post, "/sessions", creation, [minimal]),
      await client.send(.get, session, nil, [(.ifMatch, #""9""#)]),
    ]
    for answer in answers { #expect(answer.fields[.cacheControl] == "no-store") }
  }
}
