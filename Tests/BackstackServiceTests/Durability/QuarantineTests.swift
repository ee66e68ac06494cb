import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Quarantined sessions")
struct QuarantineTests {
  private let storage = ScriptedStorage()

  /// Creates two sessions, and quarantines the first once its server has stopped.
  ///
  /// - Returns: Their paths, and a server on which both are passive.
  private func quarantine() async throws -> (bad: String, good: String, server: ErrandService) {
    let before = ErrandService(storage: storage)
    let (bad, good) = (await before.create(), await before.create())
    for session in [bad, good] { _ = await before.client.act(session, #""add""#) }
    before.client.service.directory.releaseSessions()
    for second in 0..<2 as Range<Int64> {
      try await storage.recordCrash(
        SessionCrash(
          id: id(bad), time: StorageTime(milliseconds: second * 1000), span: 600_000))
    }
    return (bad, good, ErrandService(storage: storage))
  }

  private func id(_ session: String) -> String { String(session.suffix(32)) }

  @Test("Every route of a quarantined session gets 503, and other sessions still work")
  func refuses() async throws {
    let (bad, good, server) = try await quarantine()
    let stored = try await storage.load(id(bad))
    let routes = server.client.service.routes.map(\.http).filter { $0.pattern.contains("{id}") }
    #expect(routes.count > 7)
    for route in routes {
      let target = route.pattern.replacing("{id}", with: id(bad)).replacing("{version}", with: "0")
      let content = route.method == .post ? #""add""# : nil
      let answer = await server.client.send(route.method, target, content)
      #expect(answer.status == 503, "\(route.method) \(route.pattern): \(answer.text)")
      #expect(answer.problem == "quarantined")
      #expect(answer.fields[.retryAfter] == "600")
    }
    let waiting = await server.client.send(.get, bad + "?wait=60", nil, [(.ifNoneMatch, #""1""#)])
    #expect(waiting.problem == "quarantined")
    let resuming = await server.client.send(
      .get, bad + "/events", nil, [(HTTPFieldName("Last-Event-ID"), "1")])
    #expect(resuming.problem == "quarantined")
    #expect(try await storage.load(id(bad)) == stored)
    #expect(server.client.session(bad) == nil)
    #expect(await server.client.act(good, #""add""#).contains(#""count":2"#))
    // The refusal is not counted as a storage failure.
    #expect(await server.client.send(.get, "/readyz").status == 200)
    #expect(server.client.service.directory.storageHealth.failures == 0)
  }

  @Test("A quarantined session does not expire, is counted, and is unchanged once released")
  func releases() async throws {
    let (bad, good, server) = try await quarantine()
    let metrics = server.client.service.metrics
    metrics.add(ServiceMetrics(service: server.client.service))
    server.date.advance(by: 8000)
    server.client.service.directory.sweep()
    #expect(await server.client.send(.get, good).status == 410)
    #expect(await server.client.send(.get, bad).problem == "quarantined")
    #expect(await metric(server) == "1")
    let archive = SessionArchive(storage, now: server.date.now)
    #expect(try await archive.release(id(bad)))
    #expect(try await !archive.release(id(bad)))
    server.client.service.directory.sweep()
    #expect(await metric(server) == "0")
    let answer = await server.client.act(bad, #""add""#, [(.ifMatch, #""1""#)])
    #expect(answer.contains(#""count":2"#))
    #expect(answer.version == 2)
  }

  @Test("A quarantined session can be ended in the storage")
  func ends() async throws {
    let (bad, _, server) = try await quarantine()
    try await SessionArchive(storage, now: server.date.now).end(id(bad))
    #expect(await server.client.send(.get, bad).status == 410)
  }

  private func metric(_ server: ErrandService) async -> String? {
    await server.client.send(.get, "/metrics").text
      .firstMatch(of: /\nbackstack_quarantined_sessions (\d+)/).map { String($0.1) }
  }

  @Test("A crash with a time yet to come, as the clock was set back, hides none of the later ones")
  func clock() {
    func crash(_ seconds: Int64) -> SessionCrash {
      SessionCrash(
        id: "a", time: StorageTime(milliseconds: seconds * 1000), span: 600_000,
        now: StorageTime(milliseconds: seconds * 1000 + 500))
    }
    var crashes = SessionCrashes()
    // The third is the second one, read once more.
    let areSecond = [86_400, 10, 10, 11].map { crashes.note(crash($0)) }
    #expect(areSecond == [false, false, false, true])
    #expect(crashes.quarantined == StorageTime(milliseconds: 11_000))
  }
}
