import BackstackCoding
import Testing

@testable import BackstackTerminal

@Suite("Requests that are sent again")
struct RequestTriesTests {
  private static func response(
    _ status: Int, _ json: JSONLiteral? = nil, retryAfter: Double? = nil
  ) -> RequestTries.Outcome {
    .response(
      HTTPClient.Response(
        status: status, json: json, tag: nil, location: nil, retryAfter: retryAfter))
  }

  @Test(
    "What may pass is tried again after half a second",
    arguments: [
      .failure(TerminalError("lost")), response(429), response(502), response(503), response(504),
      response(200), response(409, ["type": "/problems/request-in-progress"]),
    ])
  func again(_ outcome: RequestTries.Outcome) {
    var tries = RequestTries()
    #expect(tries.pause(after: outcome, random: 1) == 0.5)
    #expect(tries.pause(after: outcome, random: 0) == 0.5)
    #expect(tries.pause(after: outcome, random: 1) == 2)
  }

  @Test("Other responses are not")
  func final() {
    for outcome in [
      Self.response(200, [:]), Self.response(409, ["type": "/problems/stale-element"]),
      Self.response(404), Self.response(410), Self.response(422), Self.response(500),
      Self.response(304),
    ] {
      var tries = RequestTries()
      #expect(tries.pause(after: outcome, random: 1) == nil)
    }
  }

  @Test("Retry-After is what the server asks for")
  func retryAfter() {
    var tries = RequestTries()
    #expect(tries.pause(after: Self.response(503, retryAfter: 7), random: 1) == 7)
  }

  @Test("The eighth try is the last")
  func limit() {
    var tries = RequestTries()
    let pauses = (0..<8).map { _ in tries.pause(after: Self.response(503), random: 1) }
    #expect(pauses == [0.5, 1, 2, 4, 8, 16, 30, nil])
  }
}
