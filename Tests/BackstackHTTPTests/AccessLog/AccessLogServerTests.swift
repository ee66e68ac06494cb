import BackstackTestSupport
import Dispatch
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("A server with an access log")
struct AccessLogServerTests {
  /// Runs a server with a log and returns the lines that it has written.
  private static func lines(
    _ handler: any HTTPHandler, change: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ body: (HTTPServer, Int) throws -> Void
  ) throws -> [String] {
    let folder = TemporaryFolder()
    let log = try HTTPAccessLog(.json, to: .file(folder.file("log")))
    let (server, port) = try ServerTests.start(handler) { configuration in
      configuration.loops = 1
      configuration.accessLog = log
      configuration.clock = { MonotonicInstant(nanoseconds: 0) }
      configuration.unixTime = { 784_111_777 }
      change(&configuration)
    }
    try body(server, port)
    _ = server.shutdown(graceSeconds: 0)
    #expect(log.close())
    return folder.text("log").split(separator: "\n").map(String.init)
  }

  private static func tail(
    _ method: String, _ target: String, route: String? = nil, _ status: Int, _ bytesOut: Int,
    bytesIn: Int = 0
  ) -> String {
    let route = route.map { #","route":"\#($0)""# } ?? ""
    return #"{"time":"1994-11-06T08:49:37Z","id":"mine","peer":"127.0.0.1","#
      + #""method":"\#(method)","target":"\#(target)"\#(route),"status":\#(status),"#
      + #""bytesIn":\#(bytesIn),"bytesOut":\#(bytesOut),"seconds":0.000000}"#
  }

  private static func ask(
    _ client: TestClient, _ method: String, _ target: String, content: String = ""
  ) {
    client.send(
      "\(method) \(target) HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n"
        + "Content-Length: \(content.utf8.count)\r\n\r\n\(content)")
  }

  /// Middleware that sets the field `From` as the principal, later and on another thread.
  private struct LateNames: HTTPMiddleware {
    func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
      guard let name = request.fields["From"] else { return next.respond(to: request, responder) }
      DispatchQueue.global().async {
        var request = request
        request.principal = HTTPPrincipal(id: name)
        next.respond(to: request, responder)
      }
    }
  }

  @Test("Each request's line has its principal, even one that another thread finds")
  func principals() throws {
    let router = HTTPRouter([.returning(.get, "/a") { _, _ in HTTPResponse(body: .text("a")) }])
    let lines = try Self.lines(router.behind([LateNames()])) { _, port in
      let client = TestClient(port: port)
      for name in ["alice", nil, "bob", nil] {
        client.send(
          "GET /a HTTP/1.1\r\nHost: a\r\n\(name.map { "From: \($0)\r\n" } ?? "")\r\n")
        #expect(client.receive(until: "\r\n\r\na").hasSuffix("a"))
      }
    }
    #expect(
      lines.map { $0.firstMatch(of: #/"principal":"([a-z]+)"/#).map { String($0.1) } }
        == ["alice", nil, "bob", nil])
  }

  @Test("Each request has a line, in the order of the requests' ends")
  func requests() throws {
    let router = HTTPRouter([
      .returning(.get, "/a/{id}") { _, _ in HTTPResponse(body: .text("<12>")) },
      .returning(.put, "/b") { _, _ in HTTPResponse(status: .noContent) },
    ])
    let lines = try Self.lines(router) { _, port in
      let client = TestClient(port: port)
      Self.ask(client, "GET", "/a/1?x=2")
      Self.ask(client, "HEAD", "/a/1")
      Self.ask(client, "PUT", "/b", content: "hello")
      Self.ask(client, "DELETE", "/b")
      Self.ask(client, "GET", "/none")
      _ = client.receive(until: "nothing at this path")
      client.send("nonsense\r\n\r\n")
      _ = client.receiveAll()
    }
    #expect(
      lines == [
        Self.tail("GET", "/a/1?x=2", route: "/a/{id}", 200, 4),
        Self.tail("HEAD", "/a/1", route: "/a/{id}", 200, 0),
        Self.tail("PUT", "/b", route: "/b", 204, 0, bytesIn: 5),
        Self.tail("DELETE", "/b", route: "/b", 405, 60),
        Self.tail("GET", "/none", 404, 31),
        #"{"time":"1994-11-06T08:49:37Z","peer":"127.0.0.1","status":400,"bytesIn":0,"#
          + #""bytesOut":59,"seconds":0.000000,"error":"malformed-request"}"#,
      ])
  }

  @Test("A late response has a line, and a client that has gone has one with status 499")
  func lateAndLost() throws {
    let handler = ServerTests.DeferringHandler()
    let lines = try Self.lines(handler) { server, port in
      let client = TestClient(port: port)
      Self.ask(client, "GET", "/late")
      handler.arrived.wait()
      handler.responders.value[0].respond(HTTPResponse(body: .text("<late>")))
      _ = client.receive(until: "<late>")
      Self.ask(client, "GET", "/lost")
      handler.arrived.wait()
      client.reset()
      // Once the server has noticed, it has nothing left to wait for.
      #expect(server.shutdown(graceSeconds: Double(patience)))
      handler.responders.set([])
    }
    #expect(
      lines == [Self.tail("GET", "/late", 200, 6), Self.tail("GET", "/lost", 499, 0)])
  }

  @Test("The line of a WebSocket has its messages and its close code")
  func sockets() throws {
    let lines = try Self.lines(SocketHandler { _ in ScriptedSocket() }) { server, port in
      let client = TestClient(port: port)
      client.send(SocketHandler.handshake("/"))
      _ = client.receive(until: "\r\n\r\n")
      client.send([ClientFrame.text("one"), .text("two")].bytes)
      _ = client.receive(until: "two")
      client.send(ClientFrame.close(3000).bytes)
      _ = client.receiveAll()
      client.endSending()
      let lost = TestClient(port: port)
      lost.send(SocketHandler.handshake("/"))
      _ = lost.receive(until: "\r\n\r\n")
      lost.reset()
      #expect(server.shutdown(graceSeconds: Double(patience)))
    }
    let traffic = #/"status":101,"bytesIn":(\d+),"bytesOut":(\d+),.*,("messagesIn".*)}/#
    let found = lines.compactMap { $0.firstMatch(of: traffic) }
    // Two frames of 9 bytes and one of 8; the answers have no masks.
    #expect(
      found.map { "\($0.1) \($0.2) \($0.3)" } == [
        #"26 14 "messagesIn":2,"messagesOut":2,"closeCode":3000"#,
        #"0 0 "messagesIn":0,"messagesOut":0,"closeCode":1006"#,
      ])
  }

  @Test("The line has the duration of the request")
  func duration() throws {
    let time = Box(Int64(0))
    let handler = HTTPClosureHandler { _ in
      time.set(1_500_000_000)
      return HTTPResponse(body: .text("<>"))
    }
    let clock: @Sendable () -> MonotonicInstant = { MonotonicInstant(nanoseconds: time.value) }
    func change(_ configuration: inout HTTPServerConfiguration) { configuration.clock = clock }
    let lines = try Self.lines(handler, change: change) { _, port in
      let client = TestClient(port: port)
      client.send(get("/"))
      _ = client.receive(until: "<>")
    }
    #expect(lines.count == 1 && lines[0].hasSuffix(#""seconds":1.500000}"#))
  }
}
