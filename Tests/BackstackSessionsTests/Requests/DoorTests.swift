import Backstack
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The door to sessions")
struct DoorTests {
  /// Creates a session that has just left the memory.
  private func passivated(_ sessions: ErrandSessions) async throws -> SessionRegistry.Entry {
    let entry = try await sessions.createEntry()
    #expect(sessions.directory.registry.remove(entry))
    entry.session.passivate()
    return entry
  }

  @Test("A transport of lines creates, reads, changes, follows and ends a session", .endsAtFailure)
  func lines() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let folder = TemporaryFolder()
    let transport = LineTransport(sessions.directory, at: folder.file("s"))
    defer { transport.stop() }
    try await offPool {
      let client = LineSocket(connectedTo: folder.file("s"))
      client.write("create errands")
      let created = try #require(client.next())
      #expect(created.hasPrefix("session "))
      let id = created.dropFirst("session ".count)
      #expect(client.next()?.hasPrefix(#"version 0 {"#) == true)

      let follower = LineSocket(connectedTo: folder.file("s"))
      follower.write("follow \(id)")
      #expect(follower.next()?.hasPrefix("version 0 ") == true)
      client.write(#"send \#(id) "add""#)
      #expect(client.next()?.hasPrefix("version 1 ") == true)
      #expect(follower.next()?.hasPrefix("version 1 ") == true)
      for _ in 1...2 {
        client.write(#"once k1 send \#(id) "add""#)
        #expect(client.next()?.hasPrefix("version 2 ") == true)
      }
      #expect(follower.next()?.hasPrefix("version 2 ") == true)
      client.write(#"once k1 send \#(id) "remove""#)
      #expect(client.next()?.hasPrefix("refused ") == true)
      client.write(#"send \#(id) "nonsense""#)
      #expect(client.next()?.hasPrefix("refused ") == true)
      client.write("read \(id)")
      #expect(client.next()?.hasPrefix("version 2 ") == true)
      client.write("end \(id)")
      #expect(client.next() == "ended")
      #expect(follower.next()?.hasPrefix("refused ") == true)
      client.write("read \(id)")
      #expect(client.next()?.hasPrefix("refused ") == true)
      client.write("create nothing")
      #expect(client.next()?.hasPrefix("refused ") == true)
      follower.close()
      client.close()
    }
  }

  @Test("A session that leaves the memory before it processes an action is found again")
  func foundAgain() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let directory = sessions.directory
    let entry = try await passivated(sessions)
    let outcomes = Guarded<[SessionOutcome]>([])
    let request = SessionRequest(
      .send(json: Array(#""add""#.utf8)), of: entry.session.context.id, for: .anyone)
    RequestInProgress(request, at: directory) { outcome in
      outcomes.withLock { $0.append(outcome) }
    }.loadReplay(entry)
    while outcomes.withLock({ $0.isEmpty }) { await letOthersWork() }
    #expect(outcomes.withLock { $0.count } == 1)
    let outcome = try #require(outcomes.withLock { $0.first })
    guard case .processed(let reply) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reply.session !== entry.session)
    #expect(reply.session.version == 1)
  }

  @Test("An action of an effect whose session can't continue is processed once")
  func senderLeft() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let directory = sessions.directory
    let (sender, receiver) = (try await passivated(sessions), try await sessions.createEntry())
    let action = HostAction(Errands.Action.add, from: sender.session.context)
    let outcomes = Guarded<[SessionOutcome]>([])
    directory.perform(
      SessionRequest(.process(action), of: receiver.session.context.id, for: .anyone)
    ) { outcome in outcomes.withLock { $0.append(outcome) } }
    #expect(outcomes.withLock { $0.count } == 1)
    guard case .refused(let refusal)? = outcomes.withLock({ $0.first }) else {
      Issue.record("The sender is told nothing.")
      return
    }
    #expect("\(refusal.error)" == "\(SessionError.passivated)")
    #expect(receiver.session.version == 1)
  }

  @Test("A session that has left the memory is found before it is ended")
  func endAgain() async throws {
    let sessions = ErrandSessions(storage: MemoryStorage())
    let directory = sessions.directory
    let entry = try await passivated(sessions)
    let isEnded = Guarded(false)
    let request = SessionRequest(.end, of: entry.session.context.id, for: .anyone)
    RequestInProgress(request, at: directory) { outcome in
      if case .ended = outcome { isEnded.withLock { $0 = true } }
    }.loadReplay(entry)
    while !isEnded.withLock({ $0 }) { await letOthersWork() }
    guard case .ended(.deleted)? = await sessions.refusal(of: "\(entry.session.context.id)") else {
      Issue.record("The session has not ended.")
      return
    }
  }

  @Test("Sequences of snapshots and long polls keep nothing in memory that has ended")
  func released() async throws {
    weak var directory: SessionDirectory?
    do {
      let embedded = SessionDirectory(
        features: [Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }])
      directory = embedded
      let session = try await embedded.create("guestbook")
      var snapshots = embedded.snapshots(of: session.id).makeAsyncIterator()
      #expect(try await snapshots.next()?.version == 0)
      try await embedded.end(session.id)
      await #expect(throws: SessionError.self) { while try await snapshots.next() != nil {} }
    }
    // The last closures may still run.
    while directory != nil { await letOthersWork() }
  }
}
