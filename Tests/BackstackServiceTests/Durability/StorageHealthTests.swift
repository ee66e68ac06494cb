import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Storage failures")
struct StorageHealthTests {
  private let storage = ScriptedStorage()
  private static let error = StorageError.unavailable("the disk is gone")

  /// Expects that a failure counts once, and that the server is not ready until the storage works
  /// again.
  private func expectFailure(_ service: ErrandService, _ body: () async -> Void) async {
    let health = service.client.service.directory.storageHealth
    let before = health.failures
    await body()
    #expect(health.failures == before + 1)
    #expect(await service.client.send(.get, "/readyz").status == 503)
    storage.fail(nil)
    storage.failQuestions(nil)
    service.client.service.directory.storageSweep.endExpired()
    #expect(await service.client.send(.get, "/readyz").status == 200)
  }

  @Test("Failing to load or claim a session counts as a storage failure")
  func fetching() async {
    let session = await ErrandService(storage: storage).create()
    let after = ErrandService(storage: storage)
    await expectFailure(after) {
      storage.failQuestions(Self.error)
      #expect(await after.client.act(session, #""add""#).problem == "storage-unavailable")
    }
    await expectFailure(after) {
      storage.fail(Self.error)
      #expect(await after.client.act(session, #""add""#).problem == "storage-unavailable")
    }
    #expect(await after.client.act(session, #""add""#).version == 1)
  }

  @Test("Failing to look up a stored answer counts as a storage failure")
  func answers() async {
    let service = ErrandService(storage: storage)
    let key = (HTTPFieldName("Idempotency-Key"), #""8e03978e-40d5-43e8-bc93-6894a57f9324""#)
    await expectFailure(service) {
      storage.failQuestions(Self.error)
      let answer = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#, [key])
      #expect(answer.problem == "storage-unavailable")
    }
    let answer = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#, [key])
    #expect(answer.status == 201)
  }

  @Test("Failing to count what a principal has stored counts as a storage failure")
  func usage() async {
    let service = ErrandService(storage: storage) { configuration in
      configuration.apiKeys = [APIKey(name: "alice", secret: "alice-0123456789abcdef")]
        .compactMap(\.self)
      configuration.quotas.sessions = 2
    }
    let key = (HTTPFieldName.authorization, "Bearer alice-0123456789abcdef")
    await expectFailure(service) {
      storage.failQuestions(Self.error)
      let answer = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#, [key])
      #expect(answer.problem == "storage-unavailable")
    }
    let answer = await service.client.send(.post, "/sessions", #"{"feature": "errands"}"#, [key])
    #expect(answer.status == 201)
  }

  @Test("The log says once that the storage fails, and once that it works again")
  func log() async {
    let lines = Guarded<[String]>([])
    let service = ErrandService(storage: storage) { configuration in
      configuration.log = { line in lines.withLock { $0.append(line) } }
    }
    let session = await service.create()
    storage.fail(Self.error)
    for _ in 1...2 { _ = await service.client.act(session, #""add""#) }
    storage.fail(nil)
    for _ in 1...2 { service.client.service.directory.storageSweep.endExpired() }
    let events = lines.withLock { $0 }.filter { $0.contains(#""event":"storage-"#) }
    #expect(events.count == 2, "\(events)")
    #expect(events.first?.contains(#""event":"storage-failing","message":"#) == true)
    #expect(events.first?.contains("the disk is gone") == true)
    #expect(events.last?.contains(#""level":"notice","event":"storage-recovered""#) == true)
  }

  @Test("Without room the storage fails until no write has failed for five seconds")
  func full() {
    let time = Guarded(MonotonicInstant(nanoseconds: 0))
    let lines = Guarded(0)
    let now = { @Sendable in time.withLock { $0 } }
    let health = StorageHealth(now: now) { _ in lines.withLock { $0 += 1 } }
    func pass(_ seconds: Int) { time.withLock { $0 = $0.advanced(by: .seconds(seconds)) } }
    for _ in 1...3 {
      health.note(.full)
      pass(4)
      health.noteSuccess()
      #expect(!health.isWorking)
    }
    pass(1)
    health.noteSuccess()
    #expect(health.isWorking && lines.withLock { $0 } == 2)
    // Any other failure is over with the first write.
    health.note(.unavailable("away"))
    health.noteSuccess()
    #expect(health.isWorking)
  }

  @Test("A line in five seconds tells of damage that each reading finds")
  func damageLines() {
    let time = Guarded(MonotonicInstant(nanoseconds: 0))
    let lines = Guarded(0)
    let now = { @Sendable in time.withLock { $0 } }
    let logDamage = { @Sendable (_: StorageError) in lines.withLock { $0 += 1 } }
    let health = StorageHealth(now: now, logDamage: logDamage) { _ in }
    for _ in 1...4 {
      health.noteDamage(.corrupted("x"))
      health.noteDamage(.corrupted("x"))
      time.withLock { $0 = $0.advanced(by: .milliseconds(2500)) }
    }
    #expect(lines.withLock { $0 } == 2 && health.failures == 8 && health.isWorking)
  }

  @Test(
    "A creation that is not stored drops no session; one at another node at once is in progress")
  func creation() async {
    let lines = Guarded<[String]>([])
    let service = ErrandService(storage: storage) { configuration in
      configuration.log = { line in lines.withLock { $0.append(line) } }
    }
    for (error, problem) in [
      (StorageError.full, "storage-unavailable"), (.answerExists, "request-in-progress"),
    ] {
      storage.fail(error)
      let answer = await service.client.send(.post, "/sessions", #"{"feature":"errands"}"#)
      #expect(answer.problem == problem)
    }
    #expect(!lines.withLock { $0 }.contains { $0.contains("session-dropped") })
  }

  @Test("A damaged session is unreadable; the storage works")
  func damaged() async {
    let lines = Guarded<[String]>([])
    let session = await ErrandService(storage: storage).create()
    let after = ErrandService(storage: storage) { configuration in
      configuration.log = { line in lines.withLock { $0.append(line) } }
    }
    storage.fail(.corrupted("a page is damaged"))
    let answer = await after.client.act(session, #""add""#)
    #expect(answer.problem == "storage-unavailable")
    let health = after.client.service.directory.storageHealth
    #expect(health.isWorking && health.unreadableSessions == 1)
    for event in ["session-unreadable", "storage-damaged"] {
      let line = lines.withLock { $0.first { $0.contains(event) } }
      #expect(line?.contains("a page is damaged") == true)
    }
    storage.fail(nil)
    #expect(await after.client.act(session, #""add""#).version == 1)
  }

  @Test(
    "The refusal of one write counts as a failure unless another node has the session",
    arguments: [
      (.fenced(current: 2), 0), (.owned(node: 1, epoch: 2), 0),
      (.unsuitable(fingerprint: "p", node: 1, epoch: 2), 0), (.exists, 0), (.answerExists, 0),
      (.versionConflict(current: 3), 1), (.untraceable, 1),
    ] as [(StorageError, Int)])
  func refusal(_ error: StorageError, failures: Int) {
    let now = { @Sendable in MonotonicInstant(nanoseconds: 0) }
    let health = StorageHealth(now: now) { _ in Issue.record("the storage works") }
    health.note(error)
    #expect(health.isWorking && health.failures == failures)
  }

  @Test("Each counter of the storage is exposed under its own name")
  func exposition() {
    let service = ErrandService(storage: storage)
    let health = service.client.service.directory.storageHealth
    health.noteActivation()
    for _ in 1...2 { health.noteUnreadable() }
    health.noteQuarantined(3)
    for _ in 1...4 { health.note(Self.error) }
    let samples = service.client.metrics.split(separator: "\n").filter { !$0.hasPrefix("#") }
    for sample in [
      "backstack_session_activations_total 1", "backstack_unreadable_sessions_total 2",
      "backstack_quarantined_sessions 3", "backstack_storage_failures_total 4",
    ] { #expect(samples.count { $0 == sample } == 1, "\(sample)") }
    let names = samples.map { $0.prefix { $0 != " " } }
    #expect(Set(names).count == names.count)
  }

  @Test("Failing to end expired sessions counts as a storage failure")
  func sweeping() async {
    let service = ErrandService(storage: storage)
    await expectFailure(service) {
      storage.fail(Self.error)
      service.client.service.directory.storageSweep.endExpired()
    }
  }
}
