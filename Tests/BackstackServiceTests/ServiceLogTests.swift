import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The service's log")
struct ServiceLogTests {
  private let lines = Lines()

  private func service(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService {
    ErrandService { configuration in
      configuration.log = { [lines] in lines.append($0) }
      configuration.issueLinesPerSecond = 2
      configure(&configuration)
    }
  }

  private func preflight(_ origin: String) -> [(HTTPFieldName, String)] {
    [(.origin, origin), ("Access-Control-Request-Method", "POST")]
  }

  @Test(
    "A refused preflight is logged, also when no origins are allowed",
    arguments: [[], ["https://app.example"]])
  func preflight(origins: [String]) async {
    let service = service { $0.allowedOrigins = origins }
    let answer = await service.client.send(
      .options, "/sessions", nil, preflight("https://other.example"))
    #expect(answer.fields["Access-Control-Allow-Origin"] == nil)
    #expect(lines.all.count == 1)
    let line = lines.all.first ?? ""
    #expect(
      line.hasPrefix(
        #"{"time":"2027-01-15T08:00:00Z","level":"warning","event":"preflight-refused","#
          + #""origin":"https://other.example","message":""#), "\(line)")
    #expect(line.contains("--cors-origins"))
    for origin in origins {
      _ = await service.client.send(.options, "/sessions", nil, preflight(origin))
    }
    _ = await service.client.send(.options, "/sessions")
    _ = await service.client.send(.get, "/", nil, [(.origin, "https://other.example")])
    #expect(lines.all.count == 1)
  }

  @Test("Refused pages do not flood or fill the log")
  func flood() async {
    let service = service()
    let origin = "https://" + String(repeating: "a", count: 4000)
    for _ in 0..<10 {
      _ = await service.client.send(.options, "/sessions", nil, preflight(origin))
    }
    #expect(lines.all.count == 2)
    #expect(lines.all.allSatisfy { $0.utf8.count < 600 })
    service.date.advance(by: 1)
    _ = await service.client.send(.options, "/sessions", nil, preflight("https://b"))
    #expect(lines.all.last?.hasSuffix(#","suppressed":8}"#) == true)
  }
}
