import Backstack
import BackstackHTTP
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Idempotency keys with a storage")
struct StoredAnswerTests {
  private let storage = ScriptedStorage()

  private func key(_ text: String) -> [(HTTPFieldName, String)] { [(.idempotencyKey, text)] }

  @Test("A request that is repeated after a restart gets its first response, and is not processed")
  func again() async {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    let first = await before.client.act(session, #""add""#, key("a"))
    _ = await before.client.act(session, #""add""#, key("b"))

    let after = ErrandService(storage: storage)
    let again = await after.client.act(session, #""add""#, key("a"))
    #expect(again.text == first.text)
    #expect(again.version == 1)
    #expect(again.fields[.contentType] == "application/json")
    #expect(await after.client.send(.get, session).version == 2)
    #expect(
      await after.client.act(session, #""begin""#, key("a")).problem == "reused-idempotency-key")
    #expect(await after.client.act(session, #""add""#, key("c")).version == 3)
  }

  @Test("Of a request whose stored answer is damaged it is known that it was processed")
  func damaged() throws {
    let memory = AnswerMemory(limits: AnswerLimits())
    let time = StorageTime(milliseconds: 0)
    func row(_ key: String, _ body: String) -> StoredAnswer {
      StoredAnswer(
        key: AnswerKey(scope: "s", key: key), created: time, expires: time, body: Array(body.utf8))
    }
    let whole = #"{"fingerprint":7,"version":1,"isApart":true}"#
    // Of the last one, the content is damaged, which has its own row.
    memory.store([row("a", ""), row("b", whole), row("b content", "")])
    func replays(_ key: String, _ fingerprint: Int) throws -> Bool {
      if case .replay(.processed) = try memory.begin(
        IdempotencyKey(text: key, fingerprint: fingerprint))
      {
        true
      } else {
        false
      }
    }
    #expect(try replays("a", 1) && replays("a", 2) && replays("b", 7))
    #expect { try replays("b", 8) } throws: { error in
      if case .reusedKey = error as? SessionError { true } else { false }
    }
    #expect(try !replays("c", 1))
  }

  @Test("A request that was processed while more keys were kept may be sent again, and is stored")
  func fewerKeys() async {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    for number in 1...9 { _ = await before.client.act(session, #""add""#, key("k\(number)")) }
    let after = ErrandService(storage: storage) { $0.answerLimits.keys = 2 }
    #expect(await after.client.act(session, #""add""#, key("k9")).version == 9)
    // The key is as good as new.
    #expect(await after.client.act(session, #""add""#, key("k1")).version == 10)
    #expect(await after.client.act(session, #""add""#, key("k1")).version == 10)
    #expect(after.client.service.directory.storageHealth.failures == 0)
  }

  @Test("Requests that come together after a restart drop no key of one that was processed first")
  func togetherAfterRestart() async throws {
    func service() -> ErrandService {
      ErrandService(storage: storage) { $0.answerLimits.keys = 2 }
    }
    let before = service()
    let session = await before.create()
    for number in 1...2 { _ = await before.client.act(session, #""add""#, key("k\(number)")) }
    let after = service()
    let id = try #require(session.split(separator: "/").last.flatMap { SessionID(String($0)) })
    let rows = try await storage.answers(
      of: id.description, at: StorageTime(milliseconds: 0), limit: 9)
    #expect(await after.client.act(session, #""add""#, key("k3")).version == 3)
    #expect(await after.client.act(session, #""add""#, key("k4")).version == 4)
    // Another request has asked for the stored answers before the first one had them.
    try #require(after.client.service.directory.find(id)).session.answers.store(rows)
    for number in 3...4 {
      #expect(await after.client.act(session, #""add""#, key("k\(number)")).version == number)
    }
    #expect(await after.client.send(.get, session).version == 4)
  }

  @Test("The latest keys are kept after a restart, also if the clock was set back before")
  func clock() async {
    let now = Guarded(Date(timeIntervalSince1970: 1_000_000))
    func service() -> ErrandService {
      ErrandService(storage: storage) {
        $0.answerLimits.keys = 2
        $0.now = { now.withLock { $0 } }
      }
    }
    let before = service()
    let session = await before.create()
    for number in 1...2 { _ = await before.client.act(session, #""add""#, key("k\(number)")) }
    now.withLock { $0 -= 3600 }
    #expect(await before.client.act(session, #""add""#, key("k3")).version == 3)
    let after = service()
    #expect(await after.client.act(session, #""add""#, key("k3")).version == 3)
    #expect(await after.client.act(session, #""add""#, key("k4")).version == 4)
    #expect(await after.client.act(session, #""add""#, key("k3")).version == 3)
    let later = service()
    #expect(await later.client.act(session, #""add""#, key("k5")).version == 5)
    #expect(await later.client.act(session, #""add""#, key("k4")).version == 4)
  }

  @Test("An end that is repeated after a restart gets its first response")
  func end() async {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    #expect(await before.client.send(.delete, session, nil, key("a")).status == 204)
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.delete, session, nil, key("a")).status == 204)
    let other = await after.client.send(.delete, session, nil, key("b"))
    #expect(other.status == 410 && other.contains(#""reason":"deleted""#))
    #expect(other.contains("A client ended the session."))
    // The digest is for no reader.
    #expect("\(StorageError.ended(reason: "deleted 1f"))" == "The session ended: deleted.")
    #expect(SessionEndReason(stored: "deleted 1f").request == 0x1F)
    #expect(SessionEndReason(stored: "deleted x").name == "deleted x")
  }

  @Test("A key that was used for an action is refused for the end of the session")
  func keyOfOther() async {
    let service = ErrandService(storage: storage)
    let session = await service.create()
    let key = key("k")
    #expect(await service.client.act(session, #""add""#, key).version == 1)
    #expect(
      await service.client.send(.delete, session, nil, key).problem == "reused-idempotency-key")
    // Also when only the storage knows the key.
    service.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage)
    #expect(await after.client.send(.delete, session, nil, key).problem == "reused-idempotency-key")
    #expect(await after.client.send(.delete, session).status == 204)
  }

  @Test("A repeated end waits until the first one is stored")
  func pendingEnd() async {
    let service = ErrandService(storage: storage)
    let session = await service.create()
    storage.hold()
    let replies = (0..<2).map { _ in service.client.begin(.delete, session, nil, key("a")) }
    #expect(replies.allSatisfy { !$0.isFinished })
    storage.release()
    for reply in replies { #expect(await reply.answer.status == 204) }
  }

  @Test("A key is stored with the changes of its request, in one write")
  func together() async {
    let service = ErrandService(storage: storage)
    let session = await service.create()
    let before = storage.writes.count
    _ = await service.client.act(session, #""add""#, key("a"))
    #expect(storage.writes.count == before + 1)
    guard case .update(let update) = storage.writes.last else { return #expect(Bool(false)) }
    #expect(update.entries.map(\.version) == [1])
    #expect(update.answers.map(\.key.key) == ["a"])
  }

  @Test("A request that waits for its effects is stored as processed before it gets its response")
  func unanswered() async {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    let waiting = before.client.begin(
      .post, session + "/actions", #"{"begin": {"seconds": 9}}"#,
      key("a") + [("Prefer", "wait=60")])
    #expect(!waiting.isFinished)
    let after = ErrandService(storage: storage)
    let again = await after.client.act(session, #"{"begin": {"seconds": 9}}"#, key("a"))
    // The restart has ended the effect, as another version.
    #expect(again.version == 2)
    #expect(again.contains(#""effects":0"#))
    let other = await after.client.act(session, #""add""#, key("a"))
    #expect(other.problem == "reused-idempotency-key")
  }

  @Test("An answer that takes longer than its request's changes is stored, and makes room")
  func late() async throws {
    let before = ErrandService(storage: storage) { $0.answerLimits.keys = 2 }
    let session = await before.create()
    let action = #"{"begin": {"seconds": 9}}"#
    var answers: [String] = []
    for name in ["a", "b", "c"] {
      let waiting = before.client.begin(
        .post, session + "/actions", action, key(name) + [("Prefer", "wait=60")])
      await before.effectsToSleep()
      await before.clock.advance(by: .seconds(9))
      answers.append(await waiting.answer.text)
    }
    func stored() async throws -> [StoredAnswer] {
      try await storage.answers(
        of: String(session.dropFirst("/sessions/".count)), at: StorageTime(seconds: 0), limit: 9)
    }
    // No response waits for the write of its answer.
    while try await !stored().allSatisfy({
      String(decoding: $0.body, as: UTF8.self).contains("status")
    }) {
      await letOthersWork()
    }
    #expect(try await stored().map(\.key.key) == ["b", "c"])

    let after = ErrandService(storage: storage)
    #expect(await after.client.act(session, action, key("c")).text == answers[2])
    let anew = await after.client.act(session, #""add""#, key("a"))
    #expect(anew.status == 200, "\(anew.text)")
  }

  @Test("After a restart a key outlives its stored answer, and dropped answers are not stored")
  func outlives() async throws {
    let before = ErrandService(storage: storage) { $0.answerLimits.bytes = 0 }
    let session = await before.create()
    let note = String(repeating: "n", count: 3000)
    let push = #"{"path": {"push": {"state": {"note": "\#(note)"}}}}"#
    #expect(await before.client.act(session, push, key("a")).version == 1)
    let latest = await before.client.act(session, #""add""#, key("b"))
    _ = await before.client.act(session, #"["add"]"#)
    let updates = storage.writes.compactMap { write in
      if case .update(let update) = write { update } else { nil }
    }
    #expect(
      updates.map { $0.answers.map(\.key.key) } == [["a", "a content"], ["b", "b content"], []])
    // With the next write at the latest.
    #expect(updates.flatMap(\.removedAnswers).map(\.key) == ["a content"])

    let after = ErrandService(storage: storage)
    let again = await after.client.act(session, push, key("a"))
    #expect(again.status == 200 && again.version == 3)
    #expect(again.fields["Processed-Version"] == #""1""#)
    #expect(await after.client.act(session, #""add""#, key("b")).text == latest.text)
    #expect(
      await after.client.act(session, #""add""#, key("a")).problem == "reused-idempotency-key")
    #expect(await after.client.send(.get, session).version == 3)
  }

  @Test("A content of more than 1024 bytes is stored apart, and all is kept for a day")
  func rows() {
    let key = IdempotencyKey(text: "a", fingerprint: 1)
    for (size, count) in [(0, 1), (1024, 1), (1025, 2)] {
      let answer = Answer(
        head: Array(#"{"status":200}"#.utf8), content: [UInt8](repeating: 0x20, count: size))
      let rows = StoredAnswer.rows(key, in: "scope", answer: answer, now: 1000)
      #expect(rows.count == count)
      #expect(rows.allSatisfy { $0.created.milliseconds == 1_000_000 })
      #expect(rows.allSatisfy { $0.expires.milliseconds == 87_400_000 })
      let request = rows.first?.request(content: rows.dropFirst().first?.body)
      #expect(request?.replay.content == answer.content)
    }
  }

  @Test("A session has no more answers in the storage, however often it leaves the memory")
  func bounded() async throws {
    func service() -> ErrandService {
      ErrandService(storage: storage) {
        $0.answerLimits.keys = 3
        $0.answerLimits.bytes = 8000
      }
    }
    let session = await service().create()
    let note = String(repeating: "n", count: 3000)
    let push = #"{"path": {"push": {"state": {"note": "\#(note)"}}}}"#
    for activation in 0..<4 {
      let service = service()
      for number in 0..<2 {
        let name = "k\(activation)\(number)"
        #expect(await service.client.act(session, push, key(name)).status == 200)
        #expect(await service.client.act(session, push, key(name)).status == 200)
      }
    }
    let id = String(session.dropFirst("/sessions/".count))
    let rows = try await storage.answers(of: id, at: StorageTime(milliseconds: 0), limit: 100)
    // What is dropped leaves the storage with the next write.
    let kept = ["k20", "k21", "k30", "k31", "k30 content", "k31 content"]
    #expect(Set(rows.map(\.key.key)).isSubset(of: kept))
    #expect(rows.contains { $0.key.key == "k31 content" })
    let after = service()
    let before = await after.client.send(.get, session).version
    #expect(await after.client.act(session, push, key("k31")).status == 200)
    #expect(await after.client.act(session, push, key("k21")).status == 200)
    #expect(await after.client.send(.get, session).version == before)
    // The key of the first request is forgotten, as the session has others.
    #expect(await after.client.act(session, push, key("k00")).status == 200)
    #expect(await after.client.send(.get, session).version == before.map { $0 + 1 })
  }

  @Test("A creation that is repeated after a restart returns the same session")
  func creation() async {
    let long = key("0123456789012345678901")
    let before = ErrandService(storage: storage)
    let first = await before.client.send(.post, "/sessions", #"{"feature": "errands"}"#, long)
    let after = ErrandService(storage: storage)
    let again = await after.client.send(.post, "/sessions", #"{"feature": "errands"}"#, long)
    #expect(again.text == first.text)
    #expect(again.fields[.location] == first.fields[.location])
    let other = await after.client.send(.post, "/sessions", #"{"feature": "errands" }"#, long)
    #expect(other.problem == "reused-idempotency-key")
  }

  /// The answers to creations in the storage, by their keys.
  private func storedCreations() async throws -> [String: StoredAnswer] {
    var answers: [String: StoredAnswer] = [:]
    for case .create(let new) in storage.writes {
      guard let key = new.answer?.key else { continue }
      answers[key.key] = try await storage.answer(
        key, at: StorageTime(seconds: 1_800_000_000))
    }
    return answers
  }

  @Test("The long content of a creation is not stored: after a restart the session itself is read")
  func longCreation() async throws {
    let long = key("0123456789012345678901")
    let note = String(repeating: "n", count: 3000)
    let content = #"{"feature": "errands", "state": {"count": 1, "path": [{"note": "\#(note)"}]}}"#
    let before = ErrandService(storage: storage)
    let first = await before.client.send(.post, "/sessions", content, long)
    #expect(first.status == 201)
    #expect(await before.client.send(.post, "/sessions", content, long).text == first.text)
    let stored = try await storedCreations().values
    #expect(stored.count == 1 && stored.allSatisfy { $0.body.count < 1000 })

    let session = try #require(first.fields[.location])
    let after = ErrandService(storage: storage)
    #expect(await after.client.act(session, #""add""#).version == 1)
    let again = await after.client.send(.post, "/sessions", content, long)
    #expect(again.status == 201 && again.version == 1 && again.fields[.location] == session)
    #expect(again.fields["Processed-Version"] == #""0""#)
    #expect(await after.client.send(.delete, session).status == 204)
    #expect(
      await after.client.send(.post, "/sessions", content, long).problem == "ended-session")
  }

  @Test("The storage keeps as many answers to creations as the memory does, also of ended sessions")
  func boundedCreations() async throws {
    let service = ErrandService(storage: storage) { $0.sessions.creationLimits.keys = 10 }
    let content = #"{"feature": "errands"}"#
    for number in 100..<200 {
      let session = await service.client.send(
        .post, "/sessions", content, key("0123456789012345678-\(number)")
      ).fields[.location]
      #expect(await service.client.send(.delete, try #require(session)).status == 204)
    }
    // The key that was dropped last is removed with the next creation.
    #expect(try await storedCreations().count == 11)
    #expect(service.client.service.directory.creations.count == 10)
  }

  @Test("A request that was refused can be sent again with its key")
  func refused() async {
    let service = ErrandService(storage: storage)
    let session = await service.create()
    let stale = #"{"path": {"popFrom": {"id": 7}}}"#
    #expect(await service.client.act(session, stale, key("a")).status == 409)
    #expect(await service.client.act(session, #""add""#, key("a")).version == 1)
  }
}

extension Replay {
  fileprivate var content: [UInt8]? {
    if case .answered(let answer) = self { answer.content } else { nil }
  }
}
