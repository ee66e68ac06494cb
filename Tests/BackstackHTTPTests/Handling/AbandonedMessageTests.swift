import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("Messages to a closed connection")
struct AbandonedMessageTests {
  @Test("A sink is finished as cancelled")
  func sinks() {
    let sink = ScriptedSink()
    HTTPExchangeMessage.receive(sink, token: 1, number: 1).abandon()
    #expect(sink.starts == 0 && sink.outcomes == [.cancelled])
  }

  @Test("A cancellation is cancelled")
  func cancellations() {
    let cancellation = HTTPCancellation()
    let calls = Box(0)
    cancellation.add { calls.update { $0 += 1 } }
    HTTPExchangeMessage.watch(cancellation, token: 1, number: 1).abandon()
    #expect(cancellation.isCancelled && calls.value == 1)
  }

  /// A sink whose event loop has ended.
  private final class Gone: HTTPResponseSink {
    var isOnOwnThread: Bool { false }
    func post(_ message: HTTPExchangeMessage) -> Bool { false }
  }

  @Test("A responder whose server has ended cancels every request")
  func endedServer() {
    let responder = HTTPResponder(responseSink: Gone())
    let sink = ScriptedSink()
    responder.receive(sink)
    #expect(sink.outcomes == [.cancelled])
    let calls = Box(0)
    responder.onCancel { calls.update { $0 += 1 } }
    #expect(calls.value == 1 && responder.isCancelled)
    let source = ScriptedSource(["never sent"])
    responder.respond(HTTPResponse(body: .stream(source)))
    #expect(source.outcomes == [.notSent])
  }
}
