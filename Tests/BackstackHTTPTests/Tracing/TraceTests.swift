import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Request ids and traces")
struct TraceTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let parent = "b7ad6b7169203331"

  private static func request(
    _ fields: [(HTTPFieldName, String)], number: UInt32 = 1
  ) throws -> HTTPRequest {
    var all = HTTPFields()
    for (name, value) in fields { all.append(name, value) }
    let request = try HTTPRequest(method: .get, target: "/", fields: all)
    request.storage.identifier = HTTPIdentifier(seed: 7, connection: 1, number: number)
    return request
  }

  private static func isHex(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  @Test(
    "A harmless id is accepted",
    arguments: ["a", "7f9c-4e2a_X.~", "a+/=:@b", String(repeating: "x", count: 128)])
  func validID(_ id: String) throws {
    #expect(try Self.request([(.requestID, id)]).id == id)
  }

  @Test(
    "Any other id is replaced by a random one",
    arguments: [
      "", "a b", "a\"b", "a\\b", "a,b", "a;b", "<b>", "é", "a\tb",
      String(repeating: "x", count: 129),
    ])
  func invalidID(_ id: String) throws {
    let request = try Self.request([(.requestID, id)])
    #expect(request.id != id)
    #expect(Self.isHex(request.id, 32))
  }

  @Test("Ids differ between requests, and a request's id never changes")
  func uniqueIDs() throws {
    let requests = try (0..<1000).map { try Self.request([], number: $0) }
    #expect(Set(requests.map(\.id)).count == 1000)
    #expect(Set(requests.map(\.trace.traceID)).count == 1000)
    #expect(Set(requests.map(\.trace.spanID)).count == 1000)
    #expect(requests.allSatisfy { $0.id == $0.id && Self.isHex($0.id, 32) })
    #expect(requests.allSatisfy { Self.isHex($0.trace.spanID, 16) })
  }

  @Test("A valid traceparent is continued, with its state")
  func continued() throws {
    let trace = try Self.request([
      (.traceParent, "00-\(Self.trace)-\(Self.parent)-01"),
      (.traceState, "congo=t61rcWkgMzE"), (.traceState, "rojo=00f067aa0ba902b7"),
    ]).trace
    #expect(trace.traceID == Self.trace)
    #expect(trace.parentID == Self.parent)
    #expect(trace.isSampled)
    #expect(trace.state == "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7")
    #expect(Self.isHex(trace.spanID, 16) && trace.spanID != Self.parent)
    #expect(trace.traceParent == "00-\(Self.trace)-\(trace.spanID)-01")
  }

  @Test(
    "Of other versions, the parts of version 00 are parsed (W3C Trace Context §4.3)",
    arguments: ["01-\(trace)-\(parent)-00", "cc-\(trace)-\(parent)-00-what the future brings"])
  func futureVersions(_ value: String) throws {
    let trace = try Self.request([(.traceParent, value)]).trace
    #expect(trace.traceID == Self.trace)
    #expect(!trace.isSampled)
    #expect(trace.traceParent.hasPrefix("00-"))
  }

  @Test(
    "A malformed traceparent begins a new trace, without its state (§4.3)",
    arguments: [
      "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-1", "00-\(trace)-\(parent)-0g",
      "ff-\(trace)-\(parent)-01", "0-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-01-more",
      "01-\(trace)-\(parent)-01more", "00-\(trace.uppercased())-\(parent)-01",
      "00-\(trace)-\(parent.uppercased())-01", "00_\(trace)_\(parent)_01",
      "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
      "00-\(trace.dropLast())--\(parent)-01", "+0-\(trace)-\(parent)-01",
    ])
  func malformed(_ value: String) throws {
    let request = try Self.request([(.traceParent, value), (.traceState, "a=b")])
    #expect(request.trace.traceID == request.id)
    #expect(request.trace.parentID == nil)
    #expect(request.trace.state == nil)
    #expect(!request.trace.isSampled)
  }

  @Test("Two traceparents are ignored")
  func twice() throws {
    let value = "00-\(Self.trace)-\(Self.parent)-01"
    let trace = try Self.request([(.traceParent, value), (.traceParent, value)]).trace
    #expect(trace.parentID == nil)
  }

  @Test("Handlers see the id that a response echoes, and every request of a server has its own")
  func echo() throws {
    let (server, port) = try ServerTests.start(
      HTTPClosureHandler { HTTPResponse(body: .text("<\($0.id)>")) }
    ) { $0.echoesRequestID = true }
    var ids: Set<String> = []
    for _ in 0..<4 {
      // On either of the two loops.
      let client = TestClient(port: port)
      client.send(get("/") + get("/", "x-request-id: mine\r\n"))
      let answer = client.receive(until: "<mine>")
      let id = String(answer.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
      #expect(answer.contains("\r\nX-Request-Id: \(id)\r\n"))
      #expect(answer.contains("\r\nX-Request-Id: mine\r\n"))
      ids.insert(id)
    }
    #expect(ids.count == 4)
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("Late responses echo the id, too; without the option, none does")
  func lateEcho() throws {
    for echoes in [true, false] {
      let handler = ServerTests.DeferringHandler()
      let (server, port) = try ServerTests.start(handler) { $0.echoesRequestID = echoes }
      let client = TestClient(port: port)
      client.send(get("/", "X-Request-Id: mine\r\n"))
      handler.arrived.wait()
      handler.responders.value[0].respond(HTTPResponse(body: .text("<late>")))
      handler.responders.set([])
      #expect(client.receive(until: "<late>").contains("X-Request-Id: mine\r\n") == echoes)
      #expect(server.shutdown(graceSeconds: Double(patience)))
    }
  }

  @Test("An id that the handler sets is sent once")
  func ownID() throws {
    let (server, port) = try ServerTests.start(
      HTTPClosureHandler { _ in
        HTTPResponse(fields: [.requestID: "other"], body: .text("<>"))
      }
    ) { $0.echoesRequestID = true }
    let client = TestClient(port: port)
    client.send(get("/", "X-Request-Id: mine\r\n"))
    let answer = client.receive(until: "<>")
    #expect(answer.contains("X-Request-Id: other\r\n") && !answer.contains("mine"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }
}
