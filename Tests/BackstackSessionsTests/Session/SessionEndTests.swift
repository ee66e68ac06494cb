import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The end of a session")
struct SessionEndTests {
  private let sessions = ErrandSessions(storage: MemoryStorage())

  @Test("A session ends only at the version that its client has, and no action comes in between")
  func condition() async throws {
    let session = try await sessions.createEntry().session
    let id = session.context.id.description
    _ = try await sessions.directory.send(#""add""#, to: id)
    let early = #expect(throws: SessionError.self) {
      try session.end(.deleted, if: .oneOf([0]))
    }
    #expect("\(early!)" == "\(SessionError.versionMismatch)")
    _ = try await sessions.directory.send(#""add""#, to: id)
    try session.end(.deleted, if: .oneOf([2]))
    // It is still in the directory.
    let late = await #expect(throws: SessionError.self) {
      try await sessions.directory.send(#""add""#, to: id)
    }
    #expect("\(late!)" == "\(SessionError.ended(.deleted))")
    #expect(session.version == 2)
  }

  @Test(
    "A reader that comes when its session has left or ended is told which",
    arguments: [false, true])
  func reader(isPassive: Bool) async throws {
    let session = try await sessions.createEntry().session
    if isPassive { session.passivate() } else { session.end(.deleted) }
    // It had found the session before.
    let events = session.events(.state)
    events.add(ObjectIdentifier(events), after: nil) {}
    while events.changes(after: nil).end == nil { await letOthersWork() }
    #expect(events.changes(after: nil).end == (isPassive ? .passivated : .deleted))
    events.remove(ObjectIdentifier(events))
  }
}
