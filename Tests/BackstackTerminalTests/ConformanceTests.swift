import BackstackCoding
import BackstackConformance
import BackstackHTTP
import BackstackPlatform
import BackstackScreenText
import BackstackTestSupport
import Dispatch
import FoundationEssentials
import Testing

@testable import BackstackTerminal

@Suite("The terminal client with the conformance server")
struct ConformanceTests {
  /// The other slow ones are about streams, and wait for longer.
  static let scenarios = ConformanceScenario.all.filter { !$0.isSlow || $0.name == "no-response" }

  @Test("The client passes each scenario; it has neither streams nor conditional actions")
  func scenarios() async throws {
    let server = ConformanceServer(
      .ip("127.0.0.1", port: 0), scenarios: Self.scenarios, patience: .seconds(patience))
    try server.start()
    defer { server.stop() }
    let port = try #require(server.address?.port)
    try await withThrowingTaskGroup { group in
      for scenario in Self.scenarios {
        group.addTask { try await offPool { try Harness(scenario, port).play() } }
      }
      try await group.waitForAll()
    }
    for (scenario, verdict) in server.verdicts {
      #expect(verdict == .passed || Self.skipped.contains(verdict), "\(scenario.name): \(verdict)")
    }
    #expect(server.verdicts.count { $0.verdict == .passed } == 30)
  }

  private static let skipped: [ConformanceVerdict] = [
    .skipped("The client does not read the stream of events."),
    .skipped("The client has no conditional actions."),
  ]
}

/// A person at a terminal who does what the state asks for.
private final class Harness: Sendable {
  private let name: String
  private let link: SessionLink
  private let http: BackstackTerminal.HTTPClient
  private let news = Guarded<[SessionLink.News]>([])
  private let hasNews = DispatchSemaphore(value: 0)

  init(_ scenario: ConformanceScenario, _ port: Int) throws {
    name = scenario.name
    link = try SessionLink(
      url: "http://127.0.0.1:\(port)", feature: name, link: nil, key: scenario.key, view: "")
    http = BackstackTerminal.HTTPClient(host: "127.0.0.1", port: UInt16(port), key: nil)
  }

  private func tell(_ item: SessionLink.News) {
    news.withLock { $0.append(item) }
    hasNews.signal()
  }

  /// Plays until there is a verdict.
  func play() throws {
    var screen = TerminalScreen()
    _ = screen.show(Self.screen(of: link.first))
    link.follow { [self] in tell($0) }
    defer { link.close() }
    var last = 0
    var end: JSONLiteral?
    while true {
      for item in news.withLock({ items in items.splice() }) {
        switch item {
        case .screen(let session): _ = screen.show(Self.screen(of: session))
        case .accepted(let action, let session):
          _ = screen.accept(action, Self.screen(of: session))
        case .refused(let action, let reason): screen.refuse(action, reason)
        case .message(let text): screen.tell(text)
        case .end(let reason): end = ["ended": .string(reason ?? "unknown")]
        }
      }
      var reports = [report(screen)]
      for command in screen.document["state"]?["commands"]?.elements ?? [] {
        guard case .number(let text)? = command["number"], let number = Int(text), number > last
        else { continue }
        last = number
        if command["ifCountBelow"] != nil {
          reports.append(["cannot": command["number"] ?? .null])
        } else {
          press(command["send"]?.text ?? "", &screen)
        }
      }
      if let end { reports.append(end) }
      let response = try http.send("POST", "/shown/\(name)", .array(reports))
      if response.json?["outcome"]?.text != "running" { return }
      _ = hasNews.wait(timeout: .now() + .milliseconds(50))
    }
  }

  /// Returns a session with a screen in which each action that the state asks for is a button. The
  /// server has states alone.
  private static func screen(of session: JSONLiteral) -> JSONLiteral {
    var session = session
    let buttons = (session["state"]?["commands"]?.elements ?? []).map { command -> JSONLiteral in
      let action = command["send"] ?? .null
      return ["kind": "button", "id": action, "text": action, "send": action]
    }
    session["screen"] = ["levels": [["id": "root", "style": "root", "body": .array(buttons)]]]
    return session
  }

  private func report(_ screen: TerminalScreen) -> JSONLiteral {
    var report = screen.document["state"] ?? [:]
    report["version"] = screen.document["version"]
    return report
  }

  /// Presses keys until an action is selected, and Enter.
  private func press(_ action: String, _ screen: inout TerminalScreen) {
    for _ in 0..<10
    where !screen.lines(width: 80, height: 60, now: Date()).contains("▸ [\(action)]") {
      _ = screen.press(Array("\u{1B}[B".utf8))
    }
    for case .send(let action, _) in screen.press(Array("\r".utf8)) {
      link.send(action) { [self] in tell($0) }
    }
  }
}

extension Array {
  /// Removes and returns all elements.
  fileprivate mutating func splice() -> [Element] {
    defer { self = [] }
    return self
  }
}
