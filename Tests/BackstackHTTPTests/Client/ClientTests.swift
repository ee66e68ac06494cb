import BackstackPlatform
import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

/// A server that does with each connection what a test says.
private final class Peer: Sendable {
  let address: HTTPServerAddress
  private let socket: ListeningSocket

  /// - Parameter serve: Called with the descriptor of each connection, on a thread of its own, after
  ///   the head of a request has come. The connection is closed when it returns.
  init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
    let socket = try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 16, reusesPort: false, isDualStack: false)
    self.socket = socket
    address = HTTPServerAddress(host: "127.0.0.1", port: try #require(socket.address.port))
    try PlatformThread.start {
      while FileDescriptor.waitUntilReadable(socket.descriptor, milliseconds: -1) {
        guard case .connection(let descriptor, _) = StreamSocket.accept(socket.descriptor) else {
          return
        }
        Self.awaitHead(descriptor)
        serve(descriptor)
        FileDescriptor.close(descriptor)
      }
    }
  }

  deinit { StreamSocket.shutDownReading(socket.descriptor) }

  private static func awaitHead(_ descriptor: Int32) {
    var head: [UInt8] = []
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
    defer { buffer.deallocate() }
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      _ = FileDescriptor.waitUntilReadable(descriptor, milliseconds: -1)
      guard case .bytes(let count) = StreamSocket.receive(descriptor, into: buffer, upTo: 4096),
        count > 0
      else { return }
      head += buffer[..<count]
    }
  }

  static func send(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer {
      _ = StreamSocket.send(descriptor, $0, upTo: $0.count, hasMore: false)
    }
  }
}

/// A source of content without an end, which tells when it is given up.
private final class UnendingSource: HTTPStreamSource {
  private let end = AsyncStream<HTTPStreamOutcome>.makeStream()

  var outcome: HTTPStreamOutcome? {
    get async { await end.stream.first { _ in true } }
  }

  func start(_ waker: HTTPStreamWaker) {}

  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress {
    output = Array(repeating: UInt8(ascii: "x"), count: room)
    return .more
  }

  func finish(_ outcome: HTTPStreamOutcome) { end.continuation.yield(outcome) }
}

@Suite("A client on sockets")
struct ClientTests {
  private func client(
    _ change: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    // However long a busy machine takes between two requests.
    configuration.idleTime = .seconds(3600)
    change(&configuration)
    return try HTTPClient(configuration)
  }

  private func address(_ port: Int) -> HTTPServerAddress {
    HTTPServerAddress(host: "127.0.0.1", port: port)
  }

  private func send(
    _ client: HTTPClient, _ method: HTTPMethod = .get, _ target: String = "/",
    content: [UInt8] = [], to address: HTTPServerAddress
  ) async throws -> Result<HTTPResponse, HTTPClientFailure> {
    let request = try HTTPClientRequest(method, target, content: content)
    return await withCheckedContinuation { continuation in
      client.send(request, to: address, timeout: .seconds(patience)) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Returns whether the request of a failure was sent; `nil` for a response.
  private func isSent(_ result: Result<HTTPResponse, HTTPClientFailure>) -> Bool? {
    if case .failure(let failure) = result { failure.isSent } else { nil }
  }

  @Test("Requests and their contents arrive, over one connection")
  func exchanges() async throws {
    let ports = Box<Set<Int>>([])
    let handler = HTTPClosureHandler { request in
      ports.update { $0.insert(request.peer.port ?? 0) }
      return HTTPResponse(
        fields: ["X-Content": "\(request.body.count)"], body: .bytes(request.body))
    }
    let (server, port) = try ServerTests.start(handler)
    let client = try client()
    for count in [0, 1, 1000, 100_000, 700_000] {
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let response = try await send(client, .post, "/a", content: content, to: address(port)).get()
      #expect(response.status == .ok && response.fields["X-Content"] == "\(count)")
      // The largest one is passed on while it arrives.
      if count < 500_000 { #expect(response.body.bytes == content) }
    }
    #expect(ports.value.count == 1)
    client.stop()
    _ = try await offPool { server.shutdown(graceSeconds: Double(patience)) }
  }

  @Test("Many requests share few connections")
  func many() async throws {
    let ports = Box<Set<Int>>([])
    let handler = HTTPClosureHandler { request in
      ports.update { $0.insert(request.peer.port ?? 0) }
      return HTTPResponse(body: .text(request.target))
    }
    let (server, port) = try ServerTests.start(handler)
    let client = try client { $0.maximumConnections = 3 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let response = try await send(client, .get, "/\(number)", to: address(port)).get()
          #expect(response.text == "/\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect((1...3).contains(ports.value.count))
    client.stop()
    _ = try await offPool { server.shutdown(graceSeconds: Double(patience)) }
  }

  @Test("What waits is bounded")
  func bounded() async throws {
    let handler = ServerTests.DeferringHandler()
    let (server, port) = try ServerTests.start(handler)
    let client = try client {
      $0.maximumConnections = 1
      $0.maximumWaiting = 0
    }
    async let first = send(client, to: address(port))
    try await offPool { handler.arrived.wait() }
    #expect(isSent(try await send(client, to: address(port))) == false)
    handler.responders.value[0].respond(HTTPResponse(body: .text("first")))
    #expect(try await first.get().text == "first")
    client.stop()
    handler.responders.set([])
    _ = try await offPool { server.shutdown(graceSeconds: Double(patience)) }
  }

  /// Starts a server that passes requests on to another one.
  private func startProxy(_ client: HTTPClient, to port: Int) throws -> (HTTPServer, Int) {
    struct Proxy: HTTPHandler {
      let client: HTTPClient
      let address: HTTPServerAddress

      func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
        guard let forwarded = try? HTTPClientRequest(request.method, request.target) else { return }
        client.send(forwarded, to: address, timeout: .seconds(patience)) { result in
          switch result {
          case .success(let response): responder.respond(response)
          case .failure: responder.respond(HTTPResponse(status: HTTPStatus(502)))
          }
        }
      }
    }
    return try ServerTests.start(Proxy(client: client, address: address(port)))
  }

  @Test("A stream passes through, at the speed of its reader, with one Date")
  func stream() async throws {
    let handler = HTTPClosureHandler { _ in
      HTTPResponse(
        body: .writing { writer in
          for number in 0..<20_000 {
            try await writer.write("\(number) \(String(repeating: "y", count: 100))\n")
          }
        })
    }
    let (origin, originPort) = try ServerTests.start(handler)
    let client = try client()
    let (proxy, port) = try startProxy(client, to: originPort)
    try await offPool {
      let reader = TestClient(port: port, receiveBuffer: 4096)
      reader.send("GET /a HTTP/1.0\r\nHost: a\r\n\r\n")
      let text = reader.receiveAll()
      #expect(text.split(separator: "Date: ").count == 2)
      let expected = (0..<20_000).map { "\($0) \(String(repeating: "y", count: 100))\n" }
      #expect(text.hasSuffix("\r\n\r\n" + expected.joined()))
    }
    client.stop()
    _ = try await offPool {
      proxy.shutdown(graceSeconds: Double(patience))
        && origin.shutdown(graceSeconds: Double(patience))
    }
  }

  @Test("A stream ends when its reader has gone")
  func readerLeaves() async throws {
    let source = UnendingSource()
    let (origin, originPort) = try ServerTests.start(
      HTTPClosureHandler { _ in HTTPResponse(body: .stream(source)) })
    let client = try client()
    let (proxy, port) = try startProxy(client, to: originPort)
    try await offPool {
      let reader = TestClient(port: port)
      reader.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = reader.receive(until: "xxxx")
      reader.close()
    }
    #expect(await source.outcome != nil)
    client.stop()
    _ = try await offPool {
      proxy.shutdown(graceSeconds: Double(patience))
        && origin.shutdown(graceSeconds: Double(patience))
    }
  }

  @Test("A stream that is cut off does not look complete")
  func cutOff() async throws {
    let peer = try Peer { descriptor in
      Peer.send(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", to: descriptor)
    }
    let client = try client()
    let (proxy, port) = try startProxy(client, to: peer.address.port)
    try await offPool {
      let reader = TestClient(port: port)
      reader.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      let text = reader.receiveAll()
      #expect(text.contains("abc") && !text.hasSuffix("0\r\n\r\n"))
    }
    client.stop()
    _ = try await offPool { proxy.shutdown(graceSeconds: Double(patience)) }
  }

  @Test(
    "A server that does not respond properly is a failure",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "nonsense\r\n\r\n",
      "HTTP/1.1 101 Switching\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n",
    ])
  func improper(response: String) async throws {
    let peer = try Peer { Peer.send(response, to: $0) }
    let client = try client()
    #expect(isSent(try await send(client, to: peer.address)) == true)
    client.stop()
  }

  @Test("A server that is not there was sent nothing")
  func unreachable() async throws {
    let socket = try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 1, reusesPort: false, isDualStack: false)
    let port = try #require(socket.address.port)
    FileDescriptor.close(socket.descriptor)
    let client = try client()
    #expect(isSent(try await send(client, to: address(port))) == false)
    let wrong = HTTPServerAddress(host: "not an address", port: 1)
    #expect(isSent(try await send(client, to: wrong)) == false)
    client.stop()
    #expect(isSent(try await send(client, to: address(port))) == false)
  }

  @Test("The requests of a group are given up together, also those that stream")
  func groups() async throws {
    let source = UnendingSource()
    let (streaming, streamingPort) = try ServerTests.start(
      HTTPClosureHandler { _ in HTTPResponse(body: .stream(source)) })
    let handler = ServerTests.DeferringHandler()
    let (waiting, waitingPort) = try ServerTests.start(handler)
    let client = try client()
    let request = try HTTPClientRequest(.get, "/")
    let ended = AsyncStream<UInt64>.makeStream()
    for group in [1, 2] as [UInt64] {
      client.send(request, to: address(waitingPort), in: group, timeout: .seconds(patience)) { _ in
        ended.continuation.yield(group)
      }
    }
    try await offPool { for _ in 1...2 { handler.arrived.wait() } }
    let stream = await withCheckedContinuation { continuation in
      client.send(request, to: address(streamingPort), in: 1, timeout: .seconds(patience)) {
        continuation.resume(returning: $0)
      }
    }
    _ = try stream.get()
    client.abandon(group: 1)
    #expect(await source.outcome != nil)
    // Content that nobody holds would be given up without that.
    withExtendedLifetime(stream) {}
    client.abandon(group: 2)
    var results = ended.stream.makeAsyncIterator()
    #expect(await results.next() == 1)
    #expect(await results.next() == 2)
    client.stop()
    _ = try await offPool {
      streaming.shutdown(graceSeconds: 0)
      return waiting.shutdown(graceSeconds: 0)
    }
  }

  @Test("A response that does not come in time is given up, and so is one that nobody wants")
  func deadlines() async throws {
    let now = Box(MonotonicInstant(nanoseconds: 0))
    let handler = ServerTests.DeferringHandler()
    let (server, port) = try ServerTests.start(handler)
    let client = try client { $0.now = { now.value } }
    let request = try HTTPClientRequest(.get, "/")
    let late = AsyncStream<Result<HTTPResponse, HTTPClientFailure>>.makeStream()
    client.send(request, to: address(port), timeout: .seconds(5)) { late.continuation.yield($0) }
    let abandon = client.send(request, to: address(port), timeout: .seconds(50)) {
      late.continuation.yield($0)
    }
    try await offPool { for _ in 1...2 { handler.arrived.wait() } }
    now.set(MonotonicInstant(nanoseconds: 6_000_000_000))
    client.tick()
    var results = late.stream.makeAsyncIterator()
    #expect(isSent(try #require(await results.next())) == true)
    abandon()
    #expect(isSent(try #require(await results.next())) == true)
    client.stop()
    handler.responders.set([])
    _ = try await offPool { server.shutdown(graceSeconds: Double(patience)) }
  }
}
