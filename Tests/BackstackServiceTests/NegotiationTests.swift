import BackstackHTTP
import Testing

@testable import BackstackService

@Suite("Media types of requests and responses")
struct NegotiationTests {
  private let client = ServiceClient()
  private let action = #""addCounterButtonTapped""#

  @Test(
    "An Accept field without an element, or with the asterisk of old clients, accepts anything",
    arguments: ["", ",", " , \t,", "*", "text/html, image/gif, *; q=.2", "text/html, *"])
  func anything(_ accept: String) async {
    let session = await client.create()
    let fields: [(HTTPFieldName, String)] = [(.accept, accept)]
    for path in [session, session + "/path", session + "/history", "/features", "/"] {
      #expect(await client.send(.get, path, nil, fields).status == 200, "\(path)")
    }
    let answer = await client.act(session, action, fields)
    #expect(answer.status == 200 && answer.fields[.contentType] == "application/json")
    #expect(
      await client.send(.post, "/sessions", #"{"feature":"counters"}"#, fields).status == 201)
    #expect(await client.send(.get, session + "/events", nil, fields).status == 200)
    #expect(
      await client.send(.get, session + "/history/1?from=0", nil, fields).fields[.contentType]
        == HTTPResponse.patchType)
  }

  @Test(
    "A client that accepts only other types is refused before its action runs",
    arguments: ["text/html", "*;q=0", "*, application/json;q=0", "a"])
  func other(_ accept: String) async {
    let session = await client.create()
    let answer = await client.act(session, action, [(.accept, accept)])
    #expect(answer.problem == "not-acceptable")
    #expect(await client.send(.get, session).version == 0)
  }

  @Test(
    "No patch leads to a new session: a client that accepts nothing else is refused",
    arguments: [
      HTTPResponse.patchType, MediaType.screenPatch,
      "\(HTTPResponse.patchType), \(MediaType.screenPatch)",
    ])
  func creation(_ patch: String) async {
    let content = #"{"feature":"counters"}"#
    let refused = await client.send(.post, "/sessions", content, [(.accept, patch)])
    #expect(refused.problem == "not-acceptable")
    for (other, type) in [
      ("application/json", "application/json"), (MediaType.screen, HTTPResponse.screenType),
      ("*/*;q=0.1", "application/json"),
    ] {
      let created = await client.send(
        .post, "/sessions", content, [(.accept, "\(patch), \(other)")])
      #expect(created.status == 201 && created.fields[.contentType] == type)
    }
  }

  @Test("JSON with a byte order mark is refused, and the refusal says why")
  func byteOrderMark() async {
    let session = await client.create()
    for (path, content) in [
      ("/sessions", #"{"feature":"counters"}"#), (session + "/actions", action),
      (session + "/actions", "[\(action)]"), (session + "/restore", #"{"version":0}"#),
    ] {
      let answer = await client.send(.post, path, "\u{FEFF}" + content)
      #expect(answer.problem == "malformed-json")
      #expect(answer.contains("byte order mark"), "\(answer.text)")
    }
    #expect(await client.send(.get, session).version == 0)
  }

  @Test(
    "The refusal of a media type names the one that is read",
    arguments: ["/sessions", "/actions", "/restore"])
  func unsupported(_ path: String) async {
    let target = path == "/sessions" ? path : await client.create() + path
    let other = await client.send(.post, target, "x", [(.contentType, "text/plain")])
    #expect(other.problem == "unsupported-media-type")
    #expect(other.fields["Accept-Post"] == "application/json")
    #expect(other.fields["Accept-Encoding"] == nil)
    let coded = await client.send(
      .post, target, "x", [(.contentType, "application/json"), (.contentEncoding, "gzip")])
    #expect(coded.status == 415 && coded.fields["Accept-Post"] == "application/json")
    #expect(coded.fields["Accept-Encoding"] == "identity")
  }
}
