import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("Responses during the handler's call")
struct InlineResponseTests {
  /// The loop recycles a responder whose request was answered at once.
  @Test("A handler's requests before its response end with the response, once")
  func endsWithAnswer() throws {
    let first = ScriptedSink()
    let answering = Box<HTTPResponder?>(nil)
    let second = ScriptedSink { _ in
      answering.value?.respond(HTTPResponse(body: .text("<all>")))
      answering.set(nil)
    }
    let server = try LoopedServer(
      RespondingHandler(policy: .streamed(upTo: 100)) { request, responder in
        if request.path == "/first" {
          responder.receive(first)
          responder.limitResponseTime(to: .seconds(1))
          responder.beginWaiting()
          responder.respond(HTTPResponse(body: .text("<at once>")))
        } else {
          answering.set(responder)
          responder.receive(second)
        }
      })
    let client = server.client()
    client.send("PUT /first HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    #expect(client.receive(until: "<at once>").hasPrefix("HTTP/1.1 200 "))
    #expect(first.outcomes == [.responded])
    client.send("PUT /second HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n")
    server.turn()
    // Longer than the time limit of the first.
    server.clock.advance(seconds: 2, server)
    client.send("and you")
    #expect(client.receive(until: ">").contains("<all>"))
    #expect(first.outcomes == [.responded] && first.starts == 0)
    #expect(second.text == "and you" && second.outcomes == [.complete])
    #expect(server.end())
  }
}
