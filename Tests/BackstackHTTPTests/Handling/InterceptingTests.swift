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
