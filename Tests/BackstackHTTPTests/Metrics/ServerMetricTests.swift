import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("A server with metrics")
struct ServerMetricTests {
  private static func start(
    _ handler: any HTTPHandler, change: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws -> (server: HTTPServer, port: Int, metrics: HTTPMetrics) {
    let metrics = HTTPMetrics()
    let (server, port) = try ServerTests.start(handler) { configuration in
      configuration.metrics = metrics
      change(&configuration)
    }
    return (server, port, metrics)
  }

  @Test("Requests are counted by method, route and status, and bytes per server")
  func requests() throws {
    let router = HTTPRouter([
      .returning(.get, "/a/{id}") { _, _ in HTTPResponse(body: .text("<>")) },
      .returning(.post, "/a/{id}") { _, _ in HTTPResponse(status: .created, body: .text("<>")) },
    ])
    let (server, port, metrics) = try Self.start(router)
    var sent = 0
    var received = 0
    for targets in [["GET /a/1", "GET /a/2", "POST /a/1"], ["BREW /a/1", "GET /b", "HEAD /a/3"]] {
      let client = TestClient(port: port)
      var text = targets.map { "\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
      text += "GET /a/4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      client.send(text)
      sent += text.utf8.count
      received += client.receiveAll().utf8.count
    }
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let samples = try Exposition(metrics.exposition()).samples
    let requests = samples.filter { $0.key.hasPrefix("http_requests_total") }
    #expect(
      requests == [
        #"http_requests_total{method="GET",route="/a/{id}",status="200"}"#: 4,
        #"http_requests_total{method="POST",route="/a/{id}",status="201"}"#: 1,
        #"http_requests_total{method="HEAD",route="/a/{id}",status="200"}"#: 1,
        #"http_requests_total{method="other",route="/a/{id}",status="501"}"#: 1,
        #"http_requests_total{method="GET",route="none",status="404"}"#: 1,
      ])
    #expect(samples[#"http_request_duration_seconds_count{route="/a/{id}"}"#] == 7)
    #expect(samples["http_received_bytes_total"] == Double(sent))
    #expect(samples["http_sent_bytes_total"] == Double(received))
    #expect(samples["http_connections_total"] == 2)
    #expect(samples["http_connections_open"] == 0)
  }

  /// Serves a path of its own, and another representation of a route of the router's.
  private struct Translator: HTTPMiddleware {
    let ownRoutePatterns: [String]

    func respond(
      to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler
    ) {
      switch request.path {
      case let path where ownRoutePatterns.contains(path):
        request.match(path, by: self, before: next)
      case "/a/2": request.match("/a/{id}", by: self, before: next)
      case "/b": request.match("/unknown", by: self, before: next)
      default: return next.respond(to: request, responder)
      }
      responder.respond(HTTPResponse(status: .accepted))
    }
  }

  @Test("A request that middleware serves counts for the route that the middleware names")
  func middleware() throws {
    let router = HTTPRouter([
      .returning(.get, "/a/{id}") { _, _ in HTTPResponse(body: .text("<>")) }
    ])
    let handler = router.behind([
      Translator(ownRoutePatterns: ["/outer", "/own"]), Translator(ownRoutePatterns: ["/inner"]),
    ])
    let (server, port, metrics) = try Self.start(handler)
    for target in ["/a/1", "/own", "/inner", "/a/2", "/b"] {
      let client = TestClient(port: port)
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = client.receiveAll()
    }
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let samples = try Exposition(metrics.exposition()).samples
    #expect(
      samples.filter { $0.key.hasPrefix("http_requests_total") } == [
        #"http_requests_total{method="GET",route="/a/{id}",status="200"}"#: 1,
        #"http_requests_total{method="GET",route="/own",status="202"}"#: 1,
        #"http_requests_total{method="GET",route="/inner",status="202"}"#: 1,
        #"http_requests_total{method="GET",route="/a/{id}",status="202"}"#: 1,
        #"http_requests_total{method="GET",route="none",status="202"}"#: 1,
      ])
  }

  /// Handles requests on another thread.
  private struct Detour: HTTPHandler {
    let router: HTTPRouter
    private let queue = DispatchQueue(label: "detour")

    init(_ router: HTTPRouter) { self.router = router }

    var routePatterns: [String] { router.routePatterns }

    func respond(to request: consuming HTTPRequest, _ responder: HTTPResponder) {
      let request = request
      queue.async { router.respond(to: request, responder) }
    }
  }

  @Test("A request counts for its route, even if the route is found on another thread")
  func lateRoute() throws {
    let router = HTTPRouter([
      .returning(.get, "/a/{id}") { _, _ in HTTPResponse(body: .text("<>")) }
    ])
    let recorded = try RecordedServer(Detour(router))
    let client = recorded.client()
    client.send(get("/a/1"))
    _ = client.receive(until: ">")
    let samples = try recorded.end().samples
    #expect(
      samples[#"http_requests_total{method="GET",route="/a/{id}",status="200"}"#] == 1)
  }

  @Test("Refused requests are counted by code, refused connections by reason")
  func refusals() throws {
    let (server, port, metrics) = try Self.start(ServerTests.echo) { $0.maximumConnections = 1 }
    do {
      let first = TestClient(port: port)
      first.send(get("/"))
      _ = first.receive(until: ">")
      _ = TestClient(port: port).receiveAll()
      first.send("nonsense\r\n\r\n")
      _ = first.receiveAll()
    }
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let samples = try Exposition(metrics.exposition()).samples
    #expect(samples[#"http_connections_refused_total{reason="too-many-connections"}"#] == 1)
    #expect(samples[#"http_protocol_errors_total{code="malformed-request"}"#] == 1)
    #expect(samples[#"http_requests_total{method="other",route="none",status="400"}"#] == 1)
  }

  @Test("Requests whose clients have gone are counted, and late responses")
  func lateAndLost() throws {
    let handler = ServerTests.DeferringHandler()
    let (server, port, metrics) = try Self.start(handler)
    let client = TestClient(port: port)
    client.send(get("/"))
    handler.arrived.wait()
    handler.responders.value[0].respond(HTTPResponse(status: .accepted, body: .text("<>")))
    _ = client.receive(until: "<>")
    client.send(get("/"))
    handler.arrived.wait()
    client.reset()
    #expect(server.shutdown(graceSeconds: Double(patience)))
    handler.responders.set([])
    let samples = try Exposition(metrics.exposition()).samples
    #expect(samples[#"http_requests_total{method="GET",route="none",status="202"}"#] == 1)
    #expect(samples[#"http_requests_total{method="GET",route="none",status="499"}"#] == 1)
  }

  @Test(
    "Timeouts are counted by kind",
    arguments: [
      ("", "header"), ("GET / HT", "header"),
      ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n", "body"),
      (get("/"), "idle"),
    ])
  func timeouts(sent: String, kind: String) throws {
    let time = Box(Int64(0))
    let (server, port, metrics) = try Self.start(ServerTests.echo) { configuration in
      configuration.loops = 1
      configuration.clock = { MonotonicInstant(nanoseconds: time.value) }
    }
    func value(_ name: String) throws -> Double {
      try Exposition(metrics.exposition()).samples[name] ?? 0
    }
    // A connection that comes and closes makes the loop read the clock.
    func turn() -> Int {
      let client = TestClient(port: port)
      let text = get("/turn", "Connection: close\r\n")
      client.send(text)
      _ = client.receiveAll()
      return text.utf8.count
    }
    let client = TestClient(port: port)
    client.send(sent)
    // Time stands still until the loop has read what was sent.
    var count = sent.utf8.count + turn()
    while try value("http_received_bytes_total") < Double(count) { count += turn() }
    time.set(4_000 * 1_000_000_000)
    while try value("http_timeouts_total{kind=\"\(kind)\"}") < 1 { _ = turn() }
    _ = client.receiveAll()
    // Otherwise the connection would linger while time stands still.
    client.endSending()
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let samples = try Exposition(metrics.exposition()).samples
    #expect(
      samples.filter { $0.key.hasPrefix("http_timeouts_total") }
        == ["http_timeouts_total{kind=\"\(kind)\"}": 1])
  }
}
