import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Quotas of principals")
struct QuotaTests {
  private typealias Fields = [(HTTPFieldName, String)]

  private static func key(_ name: String) -> Fields {
    [(.authorization, "Bearer \(name)-0123456789abcdef")]
  }

  private static func service(
    _ storage: (any SessionStorage)? = nil, _ configure: (inout ServiceConfiguration) -> Void
  ) -> ErrandService {
    ErrandService { configuration in
      configuration.apiKeys = ["alice", "bob"].compactMap {
        APIKey(name: $0, secret: "\($0)-0123456789abcdef")
      }
      configuration.storage = storage
      configure(&configuration)
    }
  }

  private static func create(
    _ service: ErrandService, by name: String = "alice",
    _ content: String = #"{"feature": "errands"}"#, _ fields: Fields = []
  ) async -> ServiceClient.Answer {
    await service.client.send(.post, "/sessions", content, key(name) + fields)
  }

  private static func act(
    _ service: ErrandService, _ created: ServiceClient.Answer, _ action: String,
    by name: String = "alice", _ fields: Fields = []
  ) async -> ServiceClient.Answer {
    await service.client.act(created.fields[.location] ?? "", action, key(name) + fields)
  }

  private static func delete(_ service: ErrandService, _ created: ServiceClient.Answer) async {
    let answer = await service.client.send(
      .delete, created.fields[.location] ?? "", nil, key("alice"))
    #expect(answer.status == 204)
  }

  @Test(
    "A principal at its session limit can create another session only once one ends",
    arguments: [true, false])
  func sessions(isStored: Bool) async {
    let service = Self.service(isStored ? ScriptedStorage() : nil) { $0.quotas.sessions = 2 }
    let first = await Self.create(
      service, by: "alice", #"{"feature": "errands"}"#, [(.idempotencyKey, "k")])
    // Failed creations keep no reservation.
    for _ in 1...3 {
      #expect(
        await Self.create(service, by: "alice", #"{"feature": "errands", "link": "/"}"#).status
          == 422)
    }
    let short = await Self.create(service, by: "alice", #"{"feature": "errands", "ttl": 5}"#)
    #expect(first.status == 201 && short.status == 201)
    let refused = await Self.create(service)
    #expect(refused.status == 403)
    #expect(refused.problem == "quota-exceeded")
    #expect(refused.fields[.retryAfter] == nil)
    #expect(service.client.service.directory.registry.sessionCount == 2)
    // The repeated request creates no other session.
    let again = await Self.create(
      service, by: "alice", #"{"feature": "errands"}"#, [(.idempotencyKey, "k")])
    #expect(again.text == first.text)
    #expect(await Self.create(service, by: "bob").status == 201)
    #expect(await Self.act(service, first, #""add""#).status == 200)

    await Self.delete(service, first)
    let third = await Self.create(service)
    #expect(third.status == 201)
    #expect(await Self.create(service).status == 403)
    service.date.advance(by: 6)
    service.client.service.directory.sweep()
    #expect(await Self.create(service).status == 201)
    #expect(await Self.create(service).status == 403)
    let metrics = service.client.metrics
    #expect(metrics.contains(#"backstack_quota_refusals_total{reason="sessions"} 3"#))
    #expect(metrics.contains(#"backstack_quota_refusals_total{reason="streams"} 0"#))
    #expect(!metrics.contains("alice"))
  }

  @Test("After a restart, stored sessions count toward the quota, whether active or passive")
  func restart() async {
    let storage = ScriptedStorage()
    let before = Self.service(storage) { $0.quotas.sessions = 2 }
    let kept = await Self.create(before)
    _ = await Self.create(before, by: "alice", #"{"feature": "errands", "ttl": 100}"#)
    before.client.service.directory.releaseSessions()

    let after = Self.service(storage) { $0.quotas.sessions = 2 }
    #expect(await Self.create(after).status == 403)
    #expect(await Self.create(after, by: "bob").status == 201)
    #expect(after.client.service.directory.registry.sessionCount == 1)
    // Refusing again does not count again.
    let questions = storage.questions
    #expect(await Self.create(after).status == 403)
    #expect(storage.questions == questions)
    // Activating a session does not create one.
    #expect(await Self.act(after, kept, #""add""#).status == 200)
    #expect(await Self.create(after).status == 403)
    // Sessions that expire in the storage are noticed with the next count.
    after.date.advance(by: 120)
    after.client.service.directory.sweep()
    #expect(await Self.create(after).status == 201)
    #expect(await Self.create(after).status == 403)
    await Self.delete(after, kept)
    #expect(await Self.create(after).status == 201)
  }

  @Test("No session is created while the storage cannot count a principal's sessions")
  func uncounted() async {
    let storage = ScriptedStorage()
    let service = Self.service(storage) { $0.quotas.sessions = 2 }
    storage.failQuestions(.unavailable("test"))
    #expect(await Self.create(service).problem == "storage-unavailable")
    storage.failQuestions(nil)
    #expect(await Self.create(service).status == 201)
    storage.fail(.full)
    #expect(await Self.create(service).status == 503)
    #expect(await Self.create(service).status == 503)
    storage.fail(nil)
    service.date.advance(by: 10)
    // Sessions that could not be stored do not count.
    #expect(await Self.create(service).status == 201)
    #expect(await Self.create(service).status == 403)
  }

  @Test("A principal at its storage limit can change nothing until it ends a session")
  func bytes() async {
    let storage = ScriptedStorage()
    func configure(_ configuration: inout ServiceConfiguration) {
      configuration.quotas.storedBytes = 20_000
    }
    let before = Self.service(storage, configure)
    let small = await Self.create(before)
    let large = await Self.create(before)
    let push =
      #"{"path": {"push": {"state": {"note": "\#(String(repeating: "x", count: 3000))"}}}}"#
    #expect(await Self.act(before, large, push).status == 200)
    before.client.service.directory.releaseSessions()

    let after = Self.service(storage, configure)
    #expect(await Self.act(after, large, push).status == 200)
    var count = 0
    while count < 10, await Self.act(after, large, push).status == 200 { count += 1 }
    #expect(count < 10)
    for answer in [
      await Self.act(after, large, #""add""#), await Self.act(after, small, #""add""#),
      await Self.create(after),
      await after.client.send(
        .post, (small.fields[.location] ?? "") + "/restore", #"{"version": 0}"#, Self.key("alice")),
    ] {
      #expect(answer.status == 403)
      #expect(answer.problem == "quota-exceeded")
    }
    let other = await Self.create(after, by: "bob")
    #expect(await Self.act(after, other, #""add""#, by: "bob").status == 200)
    let read = await after.client.send(
      .get, small.fields[.location] ?? "", nil, Self.key("alice"))
    #expect(read.status == 200 && read.version == 0)
    await Self.delete(after, large)
    #expect(await Self.act(after, small, #""add""#).status == 200)
    #expect(await Self.create(after).status == 201)
  }

  @Test("What is kept of keyed creations counts for their principal, also of ended sessions")
  func storedAnswers() async throws {
    let storage = ScriptedStorage()
    func configure(_ configuration: inout ServiceConfiguration) {
      configuration.quotas.storedBytes = 10_000
    }
    let service = Self.service(storage, configure)
    var count = 0
    var last = 201
    while count < 100, last == 201 {
      let created = await Self.create(
        service, by: "alice", #"{"feature": "errands"}"#, [(.idempotencyKey, "k\(count)")])
      last = created.status
      if last == 201 { await Self.delete(service, created) }
      count += 1
    }
    #expect(last == 403)
    #expect(count < 100)
    // The storage counts the same, after a restart as well.
    let usage = try #require(service.client.service.directory.usages.usage(of: "alice"))
    let keys = AnswerKey(scope: "/sessions", key: "key alice ")
    let stored = try await storage.usage(of: "alice", answers: keys)
    #expect(stored.bytes == usage.storedUsage.byteCount)
    let after = Self.service(storage, configure)
    #expect(await Self.create(after).status == 403)
    #expect(await Self.create(after, by: "bob").status == 201)
    // A day later, nothing is kept.
    after.date.advance(by: 25 * 3600)
    after.client.service.directory.sweep()
    #expect(await Self.create(after).status == 201)
  }

  @Test("What is kept of keyed requests to a session counts for its owner, also after a restart")
  func storedAnswersOfRequests() async throws {
    let storage = ScriptedStorage()
    func configure(_ configuration: inout ServiceConfiguration) {
      configuration.quotas.storedBytes = 20_000
      configuration.journalLimits.bytes = 0
    }
    let service = Self.service(storage, configure)
    let session = await Self.create(service, by: "alice")
    var (count, last) = (0, 200)
    while count < 200, last == 200 {
      last = await Self.act(
        service, session, #""add""#, by: "alice", [(.idempotencyKey, "k\(count)")]
      ).status
      count += 1
    }
    #expect(last == 403 && count < 100)
    let after = Self.service(storage, configure)
    #expect(await Self.create(after, by: "alice").status == 403)
    #expect(await Self.create(after, by: "bob").status == 201)
  }

  @Test("A creation that the storage refused does not count as stored")
  func failedCreations() async {
    let storage = ScriptedStorage()
    let service = Self.service(storage) { $0.quotas.storedBytes = 1000 }
    storage.fail(.unavailable("down"))
    for _ in 0..<40 { #expect(await Self.create(service).status == 503) }
    storage.fail(nil)
    #expect(await Self.create(service).status == 201)
  }

  @Test("A trimmed journal frees its bytes in the quota")
  func trimming() async throws {
    let storage = ScriptedStorage()
    let service = Self.service(storage) {
      $0.quotas.storedBytes = 1_000_000
      $0.journalLimits.bytes = 2000
    }
    let session = await Self.create(service)
    for _ in 1...200 { _ = await Self.act(service, session, #""add""#) }
    let usage = try #require(service.client.service.directory.usages.usage(of: "alice"))
    let stored = try await storage.usage(of: "alice")
    #expect((stored.bytes...(stored.bytes + 2500)).contains(usage.storedUsage.byteCount))
    #expect(stored.bytes < 5000)
    await Self.delete(service, session)
    #expect(usage.storedUsage.byteCount == 0)
    #expect(usage.storedUsage.sessionCount == 0)
  }

  @Test("A principal at its stream limit can open another stream only once one ends")
  func streams() async throws {
    let service = Self.service { $0.quotas.streams = 2 }
    let session = await Self.create(service).fields[.location] ?? ""
    func follow(_ name: String = "alice") async -> ServiceClient.Answer {
      await service.client.send(.get, session + "/events", nil, Self.key(name))
    }
    let first = EventReader(try #require(await follow().source))
    let second = EventReader(try #require(await follow().source))
    let refused = await follow()
    #expect(refused.status == 429)
    #expect(refused.problem == "too-many-at-once")
    #expect(refused.fields[.retryAfter] == "1")
    first.leave()
    let third = EventReader(try #require(await follow().source))
    #expect(await follow().status == 429)
    _ = await service.client.send(.delete, session, nil, Self.key("alice"))
    #expect(second.read().contains("event: end") && third.read().contains("event: end"))
    #expect(service.client.service.directory.usages.usage(of: "alice")?.streams == 0)
    #expect(
      service.client.metrics.contains(#"backstack_quota_refusals_total{reason="streams"} 2"#))
  }

  @Test("A principal at its effect limit can start no effects until some have ended")
  func effects() async {
    let service = Self.service { $0.quotas.effects = 2 }
    let session = await Self.create(service)
    let other = await Self.create(service)
    let path = session.fields[.location] ?? ""
    #expect(await Self.act(service, session, #"{"begin": {"seconds": 10}}"#).status == 200)
    let together = #"[{"begin": {"seconds": 10}}, {"begin": {"seconds": 20}}]"#
    #expect(await Self.act(service, other, together).status == 200)
    for answer in [
      await Self.act(service, session, #""add""#), await Self.act(service, other, #""add""#),
      await Self.create(service),
    ] {
      #expect(answer.status == 429)
      #expect(answer.problem == "too-many-at-once")
      #expect(answer.fields[.retryAfter] == "1")
    }
    #expect(await service.client.send(.get, path, nil, Self.key("alice")).version == 1)
    #expect(await Self.create(service, by: "bob").status == 201)
    await Self.delete(service, other)
    #expect(await Self.act(service, session, #""add""#).status == 200)
    await Self.delete(service, session)
    #expect(service.client.service.directory.usages.usage(of: "alice")?.effects == 0)
  }

  @Test("The usage of a principal without active sessions is dropped")
  func forgetting() async {
    let service = Self.service { $0.quotas.sessions = 5 }
    let usages = service.client.service.directory.usages
    let session = await Self.create(service)
    _ = await Self.create(service, by: "bob", "{}")
    _ = usages.usage(of: "carol")
    service.client.service.directory.sweep()
    #expect(usages.count == 1)
    await Self.delete(service, session)
    service.date.advance(by: 3600)
    service.client.service.directory.sweep()
    #expect(usages.count == 0)
    #expect(Self.service { _ in }.client.service.directory.usages.usage(of: "alice") == nil)
  }
}
