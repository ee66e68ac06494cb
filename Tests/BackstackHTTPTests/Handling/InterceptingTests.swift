import Synchronization
import Testing

@testable import BackstackHTTP

@Suite("Responders that change responses")
struct InterceptingTests {
  private let host = RecordingSink()

  private func responder() -> HTTPResponder {
    HTTPResponder(responseSink: host).intercepting { response in
      var response = response
      response.fields.set("x-changed", "1")
      return response
    }
  }

  @Test("A response and an error are changed")
  func answers() {
    responder().respond(HTTPResponse(status: .noContent))
    responder().fail(.noSuchPath)
    #expect(host.responses.map(\.status) == [.noContent, .notFound])
    #expect(host.responses.allSatisfy { $0.fields["x-changed"] == "1" })
  }

  @Test("A responder that is released without a response sends 500, changed as well")
  func noResponse() {
    _ = responder()
    #expect(host.responses.map(\.status) == [.internalServerError])
    #expect(host.responses.first?.fields["x-changed"] == "1")
  }

  @Test(
    "A request that comes before the response waits for the same client, and responds elsewhere")
  func before() {
    let received = Mutex<[HTTPStatus]>([])
    let isGone = Mutex(false)
    let responder = HTTPResponder(responseSink: host)
    let inner = responder.before(errorResponse: HTTPError.plainTextResponse) { response in
      received.withLock { $0.append(response.status) }
    }
    inner.onCancel { isGone.withLock { $0 = true } }
    inner.limitResponseTime(to: .seconds(2))
    #expect(host.limits == [2_000_000_000])
    host.cancelAll()
    #expect(isGone.withLock { $0 })
    inner.respond(HTTPResponse(status: .noContent))
    #expect(received.withLock { $0 } == [.noContent])
    #expect(host.responses.isEmpty)
    responder.respond(HTTPResponse(status: .ok))
    #expect(host.responses.map(\.status) == [.ok])
  }

  @Test("Cancellation and a time limit are passed on")
  func passing() {
    let isGone = Mutex(false)
    let changing = responder()
    changing.onCancel { isGone.withLock { $0 = true } }
    changing.limitResponseTime(to: .seconds(2))
    #expect(host.limits == [2_000_000_000])
    #expect(isGone.withLock { !$0 })
    host.cancelAll()
    #expect(isGone.withLock { $0 })
    #expect(changing.isCancelled)
  }
}
