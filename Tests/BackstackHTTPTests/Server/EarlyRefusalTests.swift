import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Middleware decides before content is read")
struct EarlyRefusalTests {
  /// Middleware that refuses requests to `/refused` and sets the principal of others.
  private struct Guard: HTTPMiddleware {
    let seen = Box<[Int]>([])

    func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
      seen.update { $0.append(request.body.count) }
      if request.path == "/refused" {
        return responder.respond(HTTPResponse(status: .unauthorized, body: .text("<no>")))
      }
      var request = request
      request.principal = HTTPPrincipal(id: "ada")
      next.respond(to: request, responder)
    }
  }

  /// Middleware that leaves each request to the test.
  private final class Undecided: HTTPMiddleware {
    struct Pending: Sendable {
      let request: HTTPRequest
      let responder: HTTPResponder
      let next: any HTTPHandler
    }

    let pending = Box<[Pending]>([])
    let arrived = DispatchSemaphore(value: 0)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
      pending.update { $0.append(Pending(request: request, responder: responder, next: next)) }
      arrived.signal()
    }

    /// Takes the oldest request, once there is one.
    func take() -> Pending? {
      guard arrived.wait(timeout: .now() + .seconds(patience)) == .success else { return nil }
      var first: Pending?
      pending.update { first = $0.isEmpty ? nil : $0.removeFirst() }
      return first
    }
  }

  private static let router = HTTPRouter([
    HTTPRoute.returning(.put, "/{name}") { (request, _) throws(HTTPError) in
      HTTPResponse(
        body: .text(
          "<\(request.principal?.id ?? "-") \(String(decoding: request.body, as: UTF8.self))>"))
    },
    HTTPRoute(.put, "/{name}/stream", content: .streamed(upTo: 1 << 20)) { _, _, responder in
      responder.receive(
        ScriptedSink { outcome in
          responder.respond(HTTPResponse(body: .text("<stream \(outcome)>")))
        })
    },
  ])

  private static func put(_ path: String, _ length: Int, _ fields: String = "") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)\r\n"
  }

  @Test("A client that waits for 100 Continue is refused without it")
  func refusesBeforeContinue() throws {
    let access = Guard()
    let server = try LoopedServer(Self.router.behind([access]))
    let client = server.client()
    client.send(Self.put("/refused", 1_000_000, "Expect: 100-continue\r\n"))
    let answer = client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("Connection: close\r\n"))
    #expect(access.seen.value == [0])
    #expect(server.end())
  }

  @Test("A request after a refused upload is served on the same connection")
  func goesOn() throws {
    let access = Guard()
    let server = try LoopedServer(Self.router.behind([access]))
    let client = server.client()
    client.send(Self.put("/refused", 100_000) + String(repeating: "x", count: 100_000))
    client.send(Self.put("/taken", 5) + "hello" + Self.put("/a/stream", 3) + "abc")
    let answers = client.receive(until: "<stream complete>")
    #expect(answers.hasPrefix("HTTP/1.1 401 ") && answers.contains("<ada hello>"))
    #expect(access.seen.value == [0, 0, 0])
    #expect(server.end())
  }

  @Test(
    "A request without a route is answered before its content",
    arguments: [
      ("PUT /a/b/c", 404), ("POST /a", 405), ("BREW /a", 501), ("PUT /%zz", 400),
      ("OPTIONS /a", 204),
    ])
  func routes(line: String, status: Int) throws {
    let (server, port) = try ServerTests.start(Self.router)
    let client = TestClient(port: port)
    client.send(
      "\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("Middleware can decide late and on another thread; until then, reading is limited")
  func decidesLater() throws {
    let middleware = Undecided()
    let metrics = HTTPMetrics()
    let server = try LoopedServer(Self.router.behind([middleware])) { $0.metrics = metrics }
    let content = String(repeating: "x", count: 1 << 20)
    let clients = (0..<20).map { _ in server.client() }
    for client in clients {
      client.send(Self.put("/late", content.utf8.count))
      // As much as the system takes while the server has its turn.
      var rounds = 0
      while rounds < 3 {
        if client.sendSome(Array(content.utf8.prefix(1 << 18))) == 0 { rounds += 1 }
        server.turn()
      }
    }
    let received = try Exposition(metrics.exposition()).samples["http_received_bytes_total"]
    // One read, and then the buffered input.
    let bound = EventLoop.readSize + HTTPFlowLimits().bufferedInputBytes
    #expect(try #require(received) < Double(clients.count * bound + 100_000))
    for _ in clients {
      let pending = try #require(middleware.take())
      #expect(pending.request.body.isEmpty)
      pending.responder.respond(HTTPResponse(status: .unauthorized))
    }
    for client in clients { #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 401 ")) }
    for client in clients { client.reset() }
    #expect(server.end())
  }

  @Test("The route gets the content and the middleware's changes", arguments: [true, false])
  func passesOn(waits: Bool) throws {
    let middleware = Undecided()
    let server = try LoopedServer(Self.router.behind([middleware]))
    let client = server.client()
    client.send(Self.put("/late", 5, waits ? "Expect: 100-continue\r\n" : ""))
    if !waits { client.send("hel") }
    var pending = middleware.take()
    var request = try #require(pending?.request)
    request.principal = HTTPPrincipal(id: "bob")
    let (responder, next) = (try #require(pending?.responder), try #require(pending?.next))
    pending = nil
    DispatchQueue.global().async { [request] in
      next.respond(to: request, responder.intercepting { $0 })
    }
    if waits {
      #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      client.send("hello" + Self.put("/next", 1) + "2")
    } else {
      client.send("lo" + Self.put("/next", 1) + "2")
    }
    #expect(client.receive(until: ">").contains("<bob hello>"))
    let following = try #require(middleware.take())
    following.next.respond(to: following.request, following.responder)
    #expect(client.receive(until: ">").contains("<- 2>"))
    #expect(server.end())
  }

  @Test("Middleware can read the content itself and pass on a whole request")
  func readsContent() throws {
    struct Signed: HTTPMiddleware {
      func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
        responder.acceptContent(of: request, .collected(upTo: 10)) { request in
          if request.body.first == UInt8(ascii: "!") {
            next.respond(to: request, responder)
          } else {
            responder.respond(HTTPResponse(status: .forbidden))
          }
        }
      }
    }
    let server = try LoopedServer(Self.router.behind([Signed()]))
    let client = server.client()
    client.send(Self.put("/a", 3) + "!ab" + Self.put("/a", 3) + "abc")
    #expect(client.receive(until: ">").contains("<- !ab>"))
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
    client.send(Self.put("/a", 11))
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 413 "))
    #expect(server.end())
  }

  @Test("A responder that is released while content arrives gets 500")
  func dropped() throws {
    struct Dropping: HTTPHandler {
      func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
        responder.acceptContent(of: request) { _ in }
      }
    }
    let server = try LoopedServer(Dropping())
    let client = server.client()
    client.send(Self.put("/a", 5) + "hello")
    #expect(client.receive(until: "response.\n").hasPrefix("HTTP/1.1 500 "))
    client.send(Self.put("/a", 5) + "he")
    server.turn()
    client.send("llo")
    #expect(client.receive(until: "response.\n").hasPrefix("HTTP/1.1 500 "))
    #expect(server.end())
  }

  @Test("The log has the route, and the bytes of the content that was read")
  func records() throws {
    let server = try RecordedServer(Self.router.behind([Guard()]))
    let client = server.client()
    client.send(Self.put("/refused", 5) + "hello" + Self.put("/taken", 5) + "hello")
    _ = client.receive(until: "<ada hello>")
    client.send(Self.put("/broken", 5) + "he")
    client.endSending()
    _ = client.receiveAll()
    let (requests, samples) = try server.end()
    #expect(requests == ["/refused 401 4", "/taken 200 11", "/broken 499 0"])
    #expect(samples.keys.contains { $0.contains(#"route="/{name}""#) && $0.contains("499") })
  }
}
