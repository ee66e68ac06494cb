import BackstackPlatform
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Deferred responses")
struct DeferredResponseTests {
  /// A gate that keeps responses until a test passes them.
  private final class Gate: HTTPResponseGate {
    private let buffered = Guarded<[DeferredResponse]>([])

    var count: Int { buffered.withLock { $0.count } }

    func take(_ answer: DeferredResponse) { buffered.withLock { $0.append(answer) } }

    /// Returns the deferred responses and releases them; the ones that the caller drops are lost.
    func open() -> [DeferredResponse] {
      buffered.withLock { buffered in
        defer { buffered = [] }
        return buffered
      }
    }
  }

  private let host = RecordingSink()
  private let gate = Gate()

  private func responder() -> HTTPResponder {
    let responder = HTTPResponder(responseSink: host)
    responder.deferResponse(to: gate)
    return responder
  }

  @Test("A deferred response or error is sent when the gate passes it, and once")
  func pass() {
    responder().respond(HTTPResponse(status: .noContent))
    responder().fail(.noSuchPath)
    #expect(gate.count == 2)
    #expect(host.answers.isEmpty)
    for answer in gate.open() {
      answer.pass()
      answer.pass()
      answer.pass(HTTPResponse(status: .accepted))
    }
    #expect(host.answers.count == 2)
    #expect(host.responses.map(\.status) == [.noContent])
    guard case .failure(let error) = host.answers.last else { return #expect(Bool(false)) }
    #expect(error.code == HTTPError.noSuchPath.code)
  }

  @Test("A gate that comes after the response defers neither it nor the next request's")
  func tooLate() {
    let responder = HTTPResponder(responseSink: host)
    responder.respond(HTTPResponse(status: .noContent))
    responder.deferResponse(to: gate)
    #expect(host.responses.map(\.status) == [.noContent])
    // As an event loop does when it recycles the responder.
    responder.begin(token: 2, number: 2)
    responder.respond(HTTPResponse(status: .accepted))
    #expect(gate.count == 0)
  }

  @Test("Another response can be sent instead; the stream of the first one is notified")
  func replacement() {
    let source = ScriptedSource([])
    responder().respond(HTTPResponse(body: .stream(source)))
    for answer in gate.open() { answer.pass(HTTPResponse(status: .serviceUnavailable)) }
    #expect(host.responses.map(\.status) == [.serviceUnavailable])
    #expect(source.outcomes == [.notSent])
  }

  @Test("A second response is ignored while the first is deferred")
  func second() {
    let responder = responder()
    responder.respond(HTTPResponse(status: .noContent))
    responder.respond(HTTPResponse(status: .accepted))
    #expect(gate.count == 1)
    for answer in gate.open() { answer.pass() }
    #expect(host.responses.map(\.status) == [.noContent])
  }

  @Test("A response that the gate loses, or that never came, becomes 500")
  func lost() {
    let source = ScriptedSource([])
    responder().respond(HTTPResponse(body: .stream(source)))
    #expect(host.answers.isEmpty)
    _ = gate.open()
    _ = responder()
    #expect(gate.count == 0)
    #expect(host.answers.count == 2)
    for answer in host.answers {
      guard case .noResponse = answer else { return #expect(Bool(false)) }
    }
    #expect(source.outcomes == [.notSent])
  }

  // MARK: On a socket

  /// A handler that responds with the path, at once or behind one of several gates.
  private struct Handler: HTTPHandler {
    private final class OpenGate: HTTPResponseGate {
      func take(_ answer: DeferredResponse) { answer.pass() }
    }

    private final class LosingGate: HTTPResponseGate {
      func take(_ answer: DeferredResponse) {}
    }

    let gate = Gate()
    let entered = DispatchSemaphore(value: 0)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      defer { entered.signal() }
      switch request.path {
      case "/held": responder.deferResponse(to: gate)
      case "/open": responder.deferResponse(to: OpenGate())
      case "/lost": responder.deferResponse(to: LosingGate())
      default: break
      }
      responder.respond(HTTPResponse(body: .text("<\(request.path)>")))
    }
  }

  @Test("Requests on a connection wait for one another's responses, deferred or not")
  func connection() throws {
    let handler = Handler()
    let (server, port) = try ServerTests.start(handler) { $0.loops = 1 }
    let (first, second) = (TestClient(port: port), TestClient(port: port))
    for _ in 0..<3 {
      first.send(get("/held") + get("/free") + get("/open"))
      handler.entered.wait()
      // Another connection's response is not deferred with it.
      second.send(get("/free"))
      #expect(second.receive(until: "</free>").hasSuffix("</free>"))
      handler.entered.wait()
      #expect(!first.hasArrivals)
      #expect(handler.gate.count == 1)
      for answer in handler.gate.open() { answer.pass() }
      let all = first.receive(until: "</open>")
      #expect(all.contains("</held>"))
      #expect(all.contains("</free>"))
      #expect(all.hasSuffix("</open>"))
      handler.entered.wait()
      handler.entered.wait()
    }
    first.send(get("/lost") + get("/free"))
    let last = first.receive(until: "</free>")
    #expect(last.hasPrefix("HTTP/1.1 500 "))
    #expect(last.hasSuffix("</free>"))
    #expect(server.shutdown(graceSeconds: 60))
  }

  /// A handler that responds with the path; other threads pass the responses.
  private struct Elsewhere: HTTPHandler {
    private final class ThreadGate: HTTPResponseGate {
      func take(_ answer: DeferredResponse) { DispatchQueue.global().async { answer.pass() } }
    }

    private let gate = ThreadGate()

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      responder.deferResponse(to: gate)
      responder.respond(HTTPResponse(body: .text("<\(request.path)>")))
    }
  }

  @Test("Responses that another thread passes arrive, each for its request")
  func threads() throws {
    let (server, port) = try ServerTests.start(Elsewhere())
    let clients = (0..<8).map { _ in TestClient(port: port) }
    for round in 0..<50 {
      for (number, client) in clients.enumerated() { client.send(get("/\(round)-\(number)")) }
      for (number, client) in clients.enumerated() {
        let end = "</\(round)-\(number)>"
        #expect(client.receive(until: end).hasSuffix(end))
      }
    }
    #expect(server.shutdown(graceSeconds: 60))
  }
}
