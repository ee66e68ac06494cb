import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("Responders without a connection")
struct DetachedResponderTests {
  private let responses = Box<[HTTPResponse]>([])

  private func responder() -> HTTPResponder {
    HTTPResponder { [responses] response in responses.update { $0.append(response) } }
  }

  private func request(_ body: String) throws -> HTTPRequest {
    var request = try HTTPRequest(method: .put, target: "/", body: Array(body.utf8))
    request.isWhole = false
    return request
  }

  @Test("Content is passed on up to its limit; beyond it, the response is 413")
  func limits() throws {
    let accepted = Box<[String]>([])
    for text in ["123", "1234"] {
      let responder = responder()
      responder.acceptContent(of: try request(text), .collected(upTo: 3)) { request in
        #expect(request.isWhole)
        accepted.update { $0.append(String(decoding: request.body, as: UTF8.self)) }
        responder.respond(HTTPResponse(status: .noContent))
      }
    }
    #expect(accepted.value == ["123"])
    #expect(responses.value.map(\.status) == [.noContent, .contentTooLarge])
  }

  @Test("A request whose content is complete has the same limit")
  func wholeRequests() throws {
    for text in ["123", "1234"] {
      var request = try request(text)
      request.isWhole = true
      let responder = responder()
      responder.acceptContent(of: request, .collected(upTo: 3)) { _ in
        responder.respond(HTTPResponse(status: .noContent))
      }
    }
    #expect(responses.value.map(\.status) == [.noContent, .contentTooLarge])
  }

  @Test("A sink completes at once")
  func sinks() {
    let sink = ScriptedSink()
    responder().receive(sink)
    #expect(sink.starts == 1 && sink.outcomes == [.complete])
    #expect(responses.value.map(\.status) == [.internalServerError])
  }
}
