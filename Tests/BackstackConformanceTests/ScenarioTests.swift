import FoundationEssentials
import Testing

@testable import BackstackConformance

@Suite("The scenarios of the conformance server")
struct ScenarioTests {
  @Test("A client that keeps the contract passes", arguments: ConformanceScenario.all)
  func passes(_ scenario: ConformanceScenario) {
    #expect(SimulatedClient(scenario).run() == .passed)
  }

  @Test("A client that does not fails, and a sentence says why", arguments: Mistake.all)
  func fails(_ mistake: Mistake) throws {
    let scenario = try #require(ConformanceScenario.all.first { $0.name == mistake.scenario })
    let verdict = SimulatedClient(scenario, mistake.mutant).run()
    guard case .failed(let sentence) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(sentence.contains(mistake.sentence), "\(sentence)")
  }

  @Test("For each scenario there is a client that fails it")
  func coverage() {
    #expect(Set(Mistake.all.map(\.scenario)) == Set(ConformanceScenario.all.map(\.name)))
    #expect(
      Set(Mistake.all.map(\.mutant)).union([.readsNoStream, .opensNoSocket])
        == Set(Mutant.allCases))
  }

  @Test("The page about them has a row for each")
  func page() throws {
    var file = URL(filePath: #filePath)
    for _ in 0..<3 { file.deleteLastPathComponent() }
    let page = try String(
      decoding: Data(contentsOf: file.appending(path: "docs/conformance.md")), as: UTF8.self)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.hasPrefix("| `--") }
    #expect(
      rows.map(String.init)
        == ConformanceScenario.all.map { scenario in
          "| `\(scenario.name)`\(scenario.isSlow ? " (slow)" : "") | \(scenario.title) "
            + "| \(scenario.rule) |"
        })
  }

  @Test("A client without streams is not judged where they are what matters")
  func noStreams() {
    for scenario in ConformanceScenario.all {
      let verdict = SimulatedClient(scenario, .readsNoStream).run()
      let needsStream = scenario.script.contains {
        switch $0 {
        case .streaming, .connected: true
        default: false
        }
      }
      #expect(verdict.word == (needsStream ? "skipped" : "passed"), "\(scenario.name): \(verdict)")
    }
  }

  @Test("A client without sockets is not judged where they are what matters")
  func noSockets() {
    for scenario in ConformanceScenario.all {
      let verdict = SimulatedClient(scenario, .opensNoSocket).run()
      #expect(
        verdict.word == (scenario.hasSockets ? "skipped" : "passed"), "\(scenario.name): \(verdict)"
      )
    }
  }
}

/// A mistake that a scenario finds.
struct Mistake: CustomTestStringConvertible {
  let scenario: String
  let mutant: Mutant
  /// A part of the sentence about it.
  let sentence: String

  init(_ scenario: String, _ mutant: Mutant, _ sentence: String) {
    self.scenario = scenario
    self.mutant = mutant
    self.sentence = sentence
  }

  var testDescription: String { "\(scenario): \(mutant)" }

  static let all = [
    Mistake("plain", .sendsNothing, "It did not send \"increment\" within 30 seconds."),
    Mistake("plain", .shortKeys, "is short enough to be guessed: key-1"),
    Mistake("short-life", .hurries, "It sent more than 500 requests."),
    Mistake(
      "lost-creation", .newKeys,
      "After the response to the creation was lost, it sent the creation again with the "
        + "Idempotency-Key"),
    Mistake("lost-creation", .noKeys, "the creation without an Idempotency-Key"),
    Mistake("lost-creation", .givesUpAtOnce, "It did not show version 0"),
    Mistake("unavailable-creation", .ignoresRetryAfter, "Retry-After was 1 s."),
    Mistake("lost-request", .newKeys, "it may take effect twice"),
    Mistake("lost-request", .givesUpAtOnce, "did not send \"increment\" again"),
    Mistake("lost-response", .newKeys, "it may take effect twice"),
    Mistake("lost-response", .noKeys, "the action without an Idempotency-Key"),
    Mistake("half-response", .newKeys, "the connection broke amid the response to the action"),
    Mistake("half-response", .givesUpAtOnce, "did not send the action again"),
    Mistake("slow-response", .goesBack, "after version 3"),
    Mistake("order", .sendsAtOnce, "It sent \"double\" before \"increment\""),
    Mistake("unavailable", .ignoresRetryAfter, "was refused with 503 storage-unavailable"),
    Mistake("too-many-requests", .ignoresRetryAfter, "Retry-After was 2 s."),
    Mistake("request-in-progress", .givesUpWhenBusy, "did not send \"increment\" again"),
    Mistake("bad-gateway", .givesUpAtGateways, "did not send \"increment\" again"),
    Mistake("log-in-page", .believesEveryPage, "did not send \"increment\" again"),
    Mistake(
      "stale-element", .repeatsRefused,
      "again, although the service had refused it with 409 stale-element."),
    Mistake("invalid-value", .repeatsRefused, "with 422 invalid-value."),
    Mistake("version-mismatch", .noConditions, "without If-Match"),
    Mistake("version-mismatch", .decidesOnce, "again, although the count is 2"),
    Mistake("merged-patch", .oneCopy, "it showed version 4 with list [14,13,13,"),
    Mistake("gap", .ignoresBases, "After a patch with base 2 arrived while the client had 1"),
    Mistake("gap", .ignoresMisfits, "but 1: it did not fetch a snapshot."),
    Mistake("misfit", .appliesPartly, "it showed version 1 with count 7"),
    Mistake("misfit", .ignoresMisfits, "it did not fetch a snapshot."),
    Mistake("broken-event", .ignoresMisfits, "After an event arrived that is not JSON"),
    Mistake("half-event", .takesHalfEvents, "it showed version 1 with count 7"),
    Mistake("lost-stream", .neverReopens, "After the stream broke, it did not show version 3"),
    Mistake("forgotten-version", .ignoresSnapshots, "After a stream began with a snapshot"),
    Mistake(
      "restart", .takesEndOfStreamForEnd, "It says that the session has ended, which it has not."),
    Mistake("stream-unavailable", .ignoresRetryAfter, "Retry-After was 2 s."),
    Mistake("early-ends", .reopensAtOnce, "`retry` asks it to wait 500 ms."),
    Mistake("older-events", .goesBack, "it showed version 1 after version 2"),
    Mistake("version-jump", .expectsNextVersion, "did not show version 1000000000"),
    Mistake(
      "patch-operations", .readsPointersLiterally, "it fetched a snapshot, although that fits."),
    Mistake(
      "newer-server", .endsLinesAtLineFeedsOnly, "it fetched a snapshot, although that fits."),
    Mistake("short-life", .neverVisits, "It sent no request for 4 seconds"),
    Mistake("socket", .noSubprotocol, "without the subprotocol backstack.v1"),
    Mistake("socket-lost-action", .givesUpAtOnce, "did not send \"increment\" again"),
    Mistake("socket-lost-answer", .newKeys, "it may take effect twice"),
    Mistake("socket-slow-answer", .believesAnswers, "after version 3"),
    Mistake("socket-merged", .expectsEveryVersion, "did not show version 4"),
    Mistake(
      "socket-gap", .ignoresBases, "After a patch with base 2 arrived while the client had 1"),
    Mistake(
      "socket-drain", .neverReopens, "After the socket was closed with 1001, it did not send"),
    Mistake("socket-ticket", .keepsTicket, "used a ticket for a second socket."),
    Mistake("socket-kept", .neverPolls, "After no message of a socket had come"),
    Mistake("socket-end", .goesOnAfterEnd, "after it was told that the session had ended."),
    Mistake("socket-silent", .trustsSilence, "After the socket had become silent"),
    Mistake("socket-no-answer", .waitsForever, "did not send the action again"),
    Mistake("end", .goesOnAfterEnd, "after it was told that the session had ended."),
    Mistake("ended-session", .goesOnAfterEnd, "after it was told that the session had ended."),
    Mistake("unknown-session", .goesOnAfterEnd, "after it was told that the session had ended."),
    Mistake("silent-stream", .trustsSilence, "After the stream had become silent"),
    Mistake("kept-stream", .neverPolls, "After no byte of a stream had come"),
    Mistake("no-response", .waitsForever, "did not send the action again"),
  ]
}
