import BackstackTestSupport
import Dispatch
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("A server on a socket")
struct ServerTests {
  /// A handler that leaves its responders to the test.
  struct DeferringHandler: HTTPHandler {
    let responders = Box<[HTTPResponder]>([])
    let arrived = DispatchSemaphore(value: 0)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      responders.update { $0.append(responder) }
      arrived.signal()
    }
  }

  static let echo = HTTPClosureHandler { request in
    HTTPResponse(body: .text("<\(request.target) \(request.body.count)>"))
  }

  static func start(
    _ handler: any HTTPHandler = echo, change: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws -> (server: HTTPServer, port: Int) {
    var configuration = HTTPServerConfiguration.underTest()
    configuration.loops = 2
    // The results must not depend on the speed of the machine.
    configuration.timeouts.header = .seconds(3600)
    configuration.timeouts.body = .seconds(3600)
    configuration.timeouts.idle = .seconds(3600)
    configuration.timeouts.write = .seconds(3600)
    configuration.timeouts.response = .seconds(3600)
    change(&configuration)
    let server = HTTPServer(configuration: configuration, handler: handler)
    try server.start()
    return (server, try #require(server.localPort))
  }

  @Test("Requests on one connection are answered, split and pipelined")
  func answersRequests() throws {
    let (server, port) = try Self.start()
    let client = TestClient(port: port)
    client.send(get("/1"))
    #expect(client.receive(until: "</1 0>").hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
    for byte in get("/2").utf8 { client.send([byte]) }
    _ = client.receive(until: "</2 0>")
    client.send(get("/3") + "PUT /4 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + get("/5"))
    let answers = client.receive(until: "</5 0>")
    #expect(answers.components("<").map { $0.prefix(4) }.dropFirst() == ["/3 0", "/4 2", "/5 0"])
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("Responses from other threads are written in the order of the requests")
  func answersLater() throws {
    let handler = DeferringHandler()
    let (server, port) = try Self.start(handler)
    let client = TestClient(port: port)
    client.send(get("/1") + get("/2"))
    for text in ["one", "two"] {
      handler.arrived.wait()
      DispatchQueue.global().async {
        let responder = handler.responders.value[0]
        handler.responders.set([])
        responder.respond(HTTPResponse(body: .text("<\(text)>")))
        responder.respond(HTTPResponse(body: .text("<ignored>")))
      }
      #expect(client.receive(until: ">").hasSuffix("<\(text)>"))
    }
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A handler that releases its responder, at once or later, gets 500")
  func answersDroppedResponder() throws {
    let handler = DeferringHandler()
    let (server, port) = try Self.start(handler)
    let client = TestClient(port: port)
    client.send(get("/"))
    handler.arrived.wait()
    handler.responders.set([])
    #expect(client.receive(until: "response.").hasPrefix("HTTP/1.1 500 "))
    #expect(server.shutdown(graceSeconds: Double(patience)))

    struct Dropping: HTTPHandler {
      func respond(to request: HTTPRequest, _ responder: HTTPResponder) {}
    }
    let (other, otherPort) = try Self.start(Dropping())
    let otherClient = TestClient(port: otherPort)
    otherClient.send(get("/"))
    #expect(otherClient.receive(until: "response.").hasPrefix("HTTP/1.1 500 "))
    #expect(other.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A request that a handler keeps never changes")
  func keepsRequests() throws {
    let kept = Box<[HTTPRequest]>([])
    let (server, port) = try Self.start(
      HTTPClosureHandler { request in
        kept.update { $0.append(request) }
        return HTTPResponse(body: .text("<\(request.target)>"))
      })
    let client = TestClient(port: port)
    for number in 1...3 {
      client.send("PUT /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n\(number)")
      _ = client.receive(until: ">")
    }
    #expect(kept.value.map(\.target) == ["/1", "/2", "/3"])
    #expect(kept.value.map(\.body) == [[0x31], [0x32], [0x33]])
    #expect(kept.value.allSatisfy { $0.peer.host == "127.0.0.1" })
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A client that has closed its sending side is answered")
  func answersHalfClosedClient() throws {
    let (server, port) = try Self.start()
    let client = TestClient(port: port)
    client.send(get("/1") + get("/2"))
    client.endSending()
    let all = client.receiveAll()
    #expect(all.contains("</1 0>") && all.hasSuffix("</2 0>"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("100 MB of content are refused with 413 and not read completely")
  func refusesLargeContent() throws {
    let (server, port) = try Self.start()
    let client = TestClient(port: port)
    client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
    let megabyte = [UInt8](repeating: 0x78, count: 1_000_000)
    var sent = 0
    while sent < 100, client.send(megabyte) { sent += 1 }
    #expect(sent < 100)
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A large response to a slow client is sent in pieces")
  func writesLargeAnswers() throws {
    let (server, port) = try Self.start(
      HTTPClosureHandler { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 8 << 20)))
      })
    let client = TestClient(port: port)
    client.send(get("/", "Connection: close\r\n"))
    #expect(client.receiveAll().utf8.count > 8 << 20)
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("The server responds 503 above its connection limit and serves again below it")
  func limitsConnections() throws {
    let (server, port) = try Self.start { $0.maximumConnections = 1 }
    do {
      let first = TestClient(port: port)
      first.send(get("/"))
      _ = first.receive(until: ">")
      let second = TestClient(port: port)
      let refusal = second.receiveAll()
      #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("Retry-After: 1\r\n"))
    }
    var answer = ""
    while !answer.hasPrefix("HTTP/1.1 200") {
      let client = TestClient(port: port)
      client.send(get("/"))
      answer = client.receive(until: ">")
      if answer.isEmpty { break }
      if answer.contains("503") { sched_yield() }
    }
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("The error names the address if the port is in use")
  func reportsTakenPort() throws {
    let (server, port) = try Self.start()
    let error = #expect(throws: HTTPServerError.self) {
      try Self.start { $0.addresses = [.ip("127.0.0.1", port: port)] }
    }
    #expect(error?.code == .addressInUse)
    #expect(
      error?.message
        == "127.0.0.1:\(port) is in use by another process; stop it or choose another port.")
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test(
    "The error names the reason if an address can't be used",
    arguments: [
      (HTTPListenAddress.ip("not an address", port: 0), HTTPServerError.Code.invalidAddress),
      (.ip("127.0.0.1", port: 65_536), .invalidAddress),
      (.ip("127.0.0.1", port: -1), .invalidAddress),
      (.ip("192.0.2.1", port: 0), .addressUnavailable),
    ])
  func reportsBadAddress(address: HTTPListenAddress, code: HTTPServerError.Code) {
    let error = #expect(throws: HTTPServerError.self) {
      try Self.start { $0.addresses = [address] }
    }
    #expect(error?.code == code)
  }
}

extension String {
  func components(_ separator: Character) -> [Substring] { split(separator: separator) }
}
