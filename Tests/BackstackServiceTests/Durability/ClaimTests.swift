import BackstackHTTP
import BackstackPlatform
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Sessions that two servers claim from one storage")
struct ClaimTests {
  private let storage = OvertakenStorage()

  private func id(_ session: String) -> String { String(session.suffix(32)) }

  @Test("A session that its older owner writes to until it is claimed keeps its history")
  func historySurvives() async throws {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    for _ in 0..<3 { _ = await before.client.act(session, #""add""#) }
    before.client.service.directory.releaseSessions()
    let after = ErrandService(storage: storage)
    // Another version is stored after the request has found the session, right before its claim.
    storage.beforeClaim { [id = id(session)] base in
      base.ask(
        .journal(id: id, from: 3, limit: 1, snapshots: true) { page in
          guard case .success(let page) = page, var entry = page.entries.last else { return }
          entry.version += 1
          base.submit(
            .update(
              SessionUpdate(SessionRevision(id: id, epoch: 1, version: 3), entries: [entry])
            ) { _ in })
        })
    }
    #expect(await after.client.send(.get, session).version == 4)
    #expect(
      await after.client.send(.get, session + "/history").contains(#""oldest":0,"version":4"#))
    #expect(await after.client.act(session, #""add""#).version == 5)
  }

  @Test("A request claims a session from another server, whose next client gets an error")
  func fencedServer() async throws {
    let first = ErrandService(storage: storage)
    let session = await first.create()
    #expect(await first.client.act(session, #""add""#).version == 1)
    let second = ErrandService(storage: storage)
    #expect(await second.client.act(session, #""add""#).version == 2)
    let refused = await first.client.send(.post, session + "/actions", #""add""#)
    #expect(refused.status == 503)
    #expect(refused.problem == "storage-unavailable")
    #expect(refused.contains("Another server has taken over the session."))
    // Nothing of the refused action is stored.
    #expect(await second.client.send(.get, session).version == 2)
    #expect(await second.client.act(session, #""add""#).version == 3)
  }

  @Test("Of two servers that find a pending session when they start, one gets it")
  func pendingSession() async throws {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    let id = id(session)
    before.client.service.directory.releaseSessions()
    let revision = SessionRevision(id: id, epoch: 1, version: 0)
    try await storage.update(SessionUpdate(revision, isPending: true))
    let after = ErrandService(storage: storage)
    // The other server is faster.
    storage.beforeClaim { base in base.submit(.claim(SessionClaim(id)) { _ in }) }
    PendingActivation(at: after.client.service.directory)?.begin()
    await storage.waitForClaims(1)
    #expect(try await storage.load(id).header.epoch == 2)
    #expect(after.client.service.directory.registry.sessionCount == 0)
    #expect(after.client.service.directory.storageHealth.unreadableSessions == 0)
    // A client of this server may still have it.
    #expect(await after.client.act(session, #""add""#).version == 1)
    #expect(try await storage.load(id).header.epoch == 3)
  }

  @Test("A request that waits for a claim which another server forestalls claims for itself")
  func secondTry() async throws {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    let id = id(session)
    before.client.service.directory.releaseSessions()
    let revision = SessionRevision(id: id, epoch: 1, version: 0)
    try await storage.update(SessionUpdate(revision, isPending: true))
    let directory = ErrandService(storage: storage).client.service.directory
    let sessionID = try #require(SessionID(id))
    let outcome: SessionError? = await withCheckedContinuation { continuation in
      storage.beforeClaim { base in
        // It waits for the claim that is under way, which the other server's one makes fail.
        directory.activation.activate(sessionID, for: .anyone, isHidden: false) { error in
          continuation.resume(returning: error)
        }
        base.submit(.claim(SessionClaim(id)) { _ in })
      }
      PendingActivation(at: directory)?.begin()
    }
    #expect(outcome == nil)
    #expect(directory.registry.sessionCount == 1)
    #expect(try await storage.load(id).header.epoch == 3)
  }

  @Test("A pending session that nobody else claims is activated when a server starts")
  func pendingSessionOfNobody() async throws {
    let before = ErrandService(storage: storage)
    let session = await before.create()
    before.client.service.directory.releaseSessions()
    let revision = SessionRevision(id: id(session), epoch: 1, version: 0)
    try await storage.update(SessionUpdate(revision, isPending: true))
    let after = ErrandService(storage: storage)
    PendingActivation(at: after.client.service.directory)?.begin()
    await storage.waitForClaims(1)
    #expect(try await storage.load(id(session)).header.epoch == 2)
  }
}

/// A storage in memory to which another server writes right before this server's next claim.
private final class OvertakenStorage: SessionStorage {
  private struct State: Sendable {
    var beforeClaim: (@Sendable (MemoryStorage) -> Void)?
    var claims = 0
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let base = MemoryStorage()
  private let state = Guarded(State())

  /// Runs a closure right before the next claim reaches the storage.
  func beforeClaim(_ body: @escaping @Sendable (MemoryStorage) -> Void) {
    state.withLock { $0.beforeClaim = body }
  }

  /// Waits until a number of claims are completed, by success or failure.
  func waitForClaims(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.claims < count { state.waiting.append((count, continuation)) }
        return state.claims >= count
      }
      if isDone { continuation.resume() }
    }
  }

  func submit(_ write: StorageWrite) {
    guard case .claim(let claim, let completion) = write else { return base.submit(write) }
    state.withLock { state in
      defer { state.beforeClaim = nil }
      return state.beforeClaim
    }?(base)
    base.submit(
      .claim(claim) { [self] result in
        completion(result)
        let done = state.withLock { state in
          state.claims += 1
          let done = state.waiting.filter { $0.count <= state.claims }
          state.waiting.removeAll { $0.count <= state.claims }
          return done
        }
        for (_, continuation) in done { continuation.resume() }
      })
  }

  func ask(_ query: StorageQuery) { base.ask(query) }

  func close() async { await base.close() }
}
