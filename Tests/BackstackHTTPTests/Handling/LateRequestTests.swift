import BackstackTestSupport
import Dispatch
import Testing

@testable import BackstackHTTP

@Suite("Requests to a connection after the handler's call")
struct LateRequestTests {
  private let kept = Box<[HTTPResponder]>([])

  private func server() throws -> LoopedServer {
    try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: 100)) { [kept] _, responder in
        kept.update { $0.append(responder) }
      })
  }

  private func take() throws -> HTTPResponder {
    let responder = try #require(kept.value.last)
    kept.set([])
    return responder
  }

  @Test("Content goes to a sink that is attached late")
  func content() throws {
    let server = try server()
    let client = server.client()
    client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
    server.turn()
    let responder = Box<HTTPResponder?>(try take())
    let sink = ScriptedSink { _ in
      responder.value?.respond(HTTPResponse(body: .text("<all>")))
      responder.set(nil)
    }
    responder.value?.receive(sink)
    client.send("hello")
    #expect(client.receive(until: ">").hasSuffix("<all>"))
    #expect(sink.text == "hello" && sink.outcomes == [.complete])
    #expect(server.end())
  }

  @Test("A time limit that is set late counts from then")
  func limit() throws {
    let server = try server()
    let client = server.client()
    client.send(get("/"))
    server.turn()
    let responder = try take()
    server.clock.advance(seconds: 10, server)
    responder.limitResponseTime(to: .seconds(5))
    server.turn()
    server.clock.advance(seconds: 4, server)
    #expect(!responder.isCancelled)
    server.clock.advance(seconds: 2, server)
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 503 "))
    #expect(server.end())
  }

  @Test("A closure that is registered late is called on cancellation")
  func cancellation() throws {
    let server = try server()
    let client = server.client()
    client.send(get("/"))
    server.turn()
    let responder = try take()
    let cancelled = DispatchSemaphore(value: 0)
    responder.onCancel { cancelled.signal() }
    server.turn()
    server.clock.advance(seconds: 61, server)
    #expect(cancelled.wait(timeout: .now() + .seconds(patience)) == .success)
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 503 "))
    #expect(server.end())
  }

  @Test("Content that was accepted before the response is not awaited")
  func answeredBefore() throws {
    struct Impatient: HTTPHandler {
      func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
        if request.path == "/impatient" {
          responder.acceptContent(of: request, .collected()) { _ in
            Issue.record("The request was answered.")
          }
          responder.respond(HTTPResponse(body: .text("<at once>")))
        } else {
          responder.acceptContent(of: request, .collected()) { request in
            responder.respond(
              HTTPResponse(body: .text("<\(String(decoding: request.body, as: UTF8.self))>")))
          }
        }
      }
    }
    let server = try LoopedServer(Impatient())
    let client = server.client()
    client.send("PUT /impatient HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
    #expect(client.receive(until: ">").hasSuffix("<at once>"))
    client.send("helloPUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n")
    server.turn()
    client.send("you")
    #expect(client.receive(until: ">").hasSuffix("<you>"))
    #expect(server.end())
  }
}
