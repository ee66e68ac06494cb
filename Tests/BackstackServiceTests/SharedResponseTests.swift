import Backstack
import BackstackSessionsTestSupport
import Synchronization
import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Responses with a large state")
struct SharedResponseTests {
  private let client: ServiceClient

  init() {
    let feature = Feature(
      "large-state", initialState: LargeState.State(),
      clientInput: ClientInput(takesState: true, takesPushes: true)
    ) { LargeState() }
    var configuration = ServiceConfiguration()
    configuration.now = ManualDate().now
    client = ServiceClient([feature], configuration: configuration)
  }

  /// Returns the addresses of the large parts of a response.
  private func places(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) throws -> [UnsafePointer<UInt8>?] {
    let answer = Mutex<HTTPResponse?>(nil)
    let request = try #require(ServiceClient.request(method, target, content, fields))
    client.respond(
      to: request,
      HTTPResponder(errorResponse: BackstackServer.problemResponse) { response in
        answer.withLock { $0 = response }
      })
    let body = try #require(answer.withLock { $0 }).body
    let parts: [[UInt8]] =
      switch body.storage {
      case .parts(let parts): parts
      case .bytes(let bytes): [bytes]
      default: []
      }
    return parts.filter { $0.count > 32 * 1024 }
      .map { $0.withUnsafeBufferPointer { $0.baseAddress } }
  }

  @Test("Responses with the same version share memory")
  func shares() async throws {
    let session = await client.create(#"{"feature": "large-state"}"#)
    _ = await client.act(session, #"{"fill": 100000}"#)
    let first = try places(.get, session)
    #expect(first.count == 1)
    #expect(try places(.get, session) == first)
    let refused = try places(
      .post, session + "/actions", #"{"fill": 1}"#, [(.ifMatch, #""7""#)])
    #expect(refused == first)
    let wholePatch = try places(
      .post, session + "/actions", #"{"fill": 100000}"#,
      [(.accept, "application/json-patch+json"), (.ifMatch, #""1""#)])
    #expect(wholePatch.isEmpty)
    #expect(try places(.get, session).count == 1)
  }

  @Test("The parts of a response form one document")
  func whole() async throws {
    let session = await client.create(#"{"feature": "large-state"}"#)
    let small = await client.act(session, #"{"fill": 1}"#).text
    let large = await client.act(session, #"{"fill": 100000}"#).text
    let text = String(repeating: "x", count: 100_000)
    #expect(
      large
        == small.replacing(#""x""#, with: "\"\(text)\"")
        .replacing(#""version":1"#, with: #""version":2"#))
    let problem = await client.act(session, #"{"fill": 1}"#, [(.ifMatch, #""7""#)])
    #expect(problem.text.hasSuffix(#""version":2,"snapshot":\#(large)}"#))
    let patch = await client.act(
      session, #"{"fill": 100000}"#, [(.accept, "application/json-patch+json")])
    #expect(patch.status == 200)
  }

  @Test("Responses share the memory of the navigation stack, which is encoded once")
  func path() async throws {
    let session = await client.create(#"{"feature": "large-state"}"#)
    for _ in 0..<2 {
      _ = await client.act(session, #"{"path": {"push": {"state": {"text": "", "ticks": 0}}}}"#)
    }
    _ = await client.act(
      session, #"{"path": {"element": {"id": 1, "action": {"fill": 100000}}}}"#)
    let first = try places(.get, session + "/path")
    #expect(first.count == 1)
    #expect(try places(.get, session + "/path") == first)
    let path = await client.send(.get, session + "/path").text
    #expect(path.hasPrefix(#"[{"id":0,"state":{"text":"","ticks":0}},{"id":1,"state":{"text":"yy"#))
    #expect(await client.send(.get, session).text.contains(#""path":\#(path)"#))
  }

  @Test("Responses share the memory of the contract")
  func contract() throws {
    for target in ["/openapi.yaml", "/openapi.json"] {
      let first = try places(.get, target)
      #expect(first.count == 1)
      #expect(try places(.get, target) == first)
    }
  }

  @Test("Event readers get a large state in pieces that fit the connection's buffer")
  func events() async throws {
    let session = await client.create(#"{"feature": "large-state"}"#)
    _ = await client.act(session, #"{"fill": 300000}"#)
    let source = await client.send(.get, session + "/events").source!
    let reader = EventReader(source)
    let whole = reader.read(room: 64 * 1024)
    #expect(whole.contains("event: snapshot\nid: 1\ndata: {"))
    #expect(whole.hasSuffix("}\n\n"))

    let other = await client.send(.get, session + "/events").source!
    _ = EventReader(other)
    var text = ""
    var progress = HTTPStreamProgress.more
    while progress == .more {
      var piece: [UInt8] = []
      progress = other.produce(into: &piece, upTo: 1000)
      #expect(piece.count <= 1000)
      text += String(decoding: piece, as: UTF8.self)
      if text.utf8.count == 5000 { _ = await client.act(session, #"{"write": "next"}"#) }
    }
    // The current event is sent completely, although the session has changed meanwhile.
    let state = #""text":"\#(String(repeating: "x", count: 300_000))""#
    #expect(text.contains(state))
    #expect(text.contains("}\n\nevent: patch\nid: 2\n"))
  }
}
