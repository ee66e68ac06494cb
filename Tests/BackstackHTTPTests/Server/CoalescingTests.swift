import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Coalesced responses")
struct CoalescingTests {
  /// A handler in which one request blocks, so that others become ready in the same tick.
  private struct Gate: HTTPHandler {
    let entered = DispatchSemaphore(value: 0)
    let opened = DispatchSemaphore(value: 0)

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      if request.path == "/gate" {
        entered.signal()
        opened.wait()
      }
      let size = request.path == "/large" ? EventLoop.maximumCoalescedResponse * 3 : 0
      responder.respond(
        HTTPResponse(
          body: .text("<\(request.path)" + String(repeating: "-", count: size) + ">")))
    }
  }

  @Test("All responses arrive, whatever else their connections have to do")
  func arrive() throws {
    let gate = Gate()
    let (server, port) = try ServerTests.start(gate) { $0.loops = 1 }
    let count = EventLoop.coalescedResponses * 2 + 3
    let clients = (0..<count).map { _ in TestClient(port: port) }
    // Each connection is in the loop before the loop is blocked.
    for client in clients {
      client.send(get("/first"))
      #expect(client.receive(until: "</first>").hasSuffix("</first>"))
    }
    let holdUp = TestClient(port: port)
    holdUp.send(get("/gate"))
    gate.entered.wait()
    for (number, client) in clients.enumerated() {
      switch number % 5 {
      case 0: client.send(get("/1") + get("/2"))
      case 1: client.send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      case 2: client.send(get("/large"))
      case 3:
        client.send(get("/1"))
        client.endSending()
      default: client.send(get("/1"))
      }
    }
    gate.opened.signal()
    #expect(holdUp.receive(until: "</gate>").hasSuffix("</gate>"))
    for (number, client) in clients.enumerated() {
      switch number % 5 {
      case 0: #expect(client.receive(until: "</2>").contains("</1>"))
      case 1, 3: #expect(client.receiveAll().hasSuffix("</1>"))
      case 2: #expect(client.receive(until: "->").hasSuffix("->"))
      default: #expect(client.receive(until: "</1>").hasSuffix("</1>"))
      }
    }
    // The connections that were not closed continue.
    for (number, client) in clients.enumerated() where number % 5 != 1 && number % 5 != 3 {
      client.send(get("/last"))
      #expect(client.receive(until: "</last>").hasSuffix("</last>"))
    }
    #expect(server.shutdown(graceSeconds: 60))
  }

  /// A handler whose late responses the test sends, and that checks whether a client has one
  /// already.
  private struct Late: HTTPHandler {
    let gate = Gate()
    let responders = Box<[HTTPResponder]>([])
    let arrived = DispatchSemaphore(value: 0)
    let client = Box<TestClient?>(nil)
    let hasAnswer = Box<[Bool?]>([])

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      if request.path == "/late" {
        responders.update { $0.append(responder) }
        arrived.signal()
        return
      }
      if request.path == "/look" {
        let client = client.value
        hasAnswer.update { $0.append(client?.hasArrivals) }
      }
      gate.respond(to: request, responder)
    }
  }

  @Test("Responses from other threads are coalesced when the loop was busy")
  func late() throws {
    let handler = Late()
    let (server, port) = try ServerTests.start(handler) { $0.loops = 1 }
    let (first, second) = (TestClient(port: port), TestClient(port: port))
    handler.client.set(first)
    first.send(get("/late"))
    handler.arrived.wait()
    // Its second request is served when the first is answered.
    second.send(get("/late") + get("/look"))
    handler.arrived.wait()
    let holdUp = TestClient(port: port)
    holdUp.send(get("/gate"))
    handler.gate.entered.wait()
    for responder in handler.responders.value {
      responder.respond(HTTPResponse(body: .text("<late>")))
    }
    handler.gate.opened.signal()
    #expect(second.receive(until: "</look>").contains("<late>"))
    #expect(first.receive(until: "<late>").hasSuffix("<late>"))
    #expect(handler.hasAnswer.value == [false])
    handler.responders.set([])
    #expect(server.shutdown(graceSeconds: 60))
  }
}
