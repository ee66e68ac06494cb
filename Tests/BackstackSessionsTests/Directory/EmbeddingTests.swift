import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Testing

@testable import BackstackSessions

@Suite("Sessions without a server")
struct EmbeddingTests {
  private func directory(
    storage: (any SessionStorage)? = nil,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> SessionDirectory {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    // Only what a test does may end a wait or a session, not the time that passes.
    configuration.settleTimeout = 3600
    configuration.now = { Date(timeIntervalSince1970: 1_800_000_000) }
    configure(&configuration)
    return SessionDirectory(
      features: [
        Feature(
          "guestbook", initialState: Guestbook.State(),
          clientInput: ClientInput(takesState: true)
        ) { Guestbook() }
      ],
      configuration: configuration)
  }

  private static let sign = #"{"sign": {"name": "Ada"}}"#

  /// Returns the error that an operation throws.
  private func error(_ body: () async throws -> Void) async -> SessionError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? SessionError
    }
  }

  @Test("The example of the documentation signs the guestbook, notices a change, and ends")
  func example() async throws {
    let directory = directory()
    let state = try await signGuestbook(in: directory)
    #expect(state.contains(#""names":["Ada"]"#))
    #expect(directory.sessionCount == 0)
    try await runJob()
  }

  @Test("A session starts in a state that the caller gives, and nowhere else")
  func origins() async throws {
    let directory = directory()
    let given = try await directory.create("guestbook", from: .state(#"{"names": ["Bob"]}"#))
    #expect(given.state.contains("Bob") && given.version == 0 && given.feature == "guestbook")
    guard
      case .invalidLink? = await error({
        _ = try await directory.create("guestbook", from: .link("/x"))
      }),
      case .unknownFeature("diary")? = await error({ _ = try await directory.create("diary") }),
      case .malformedJSON? = await error({
        _ = try await directory.create("guestbook", from: .state("{"))
      })
    else {
      Issue.record("A session was created, or its refusal has another reason.")
      return
    }
    for seconds in [0, -1, .nan, 1e9] {
      guard
        case .invalidValue? = await error({
          _ = try await directory.create("guestbook", timeToLive: seconds)
        })
      else {
        Issue.record("A session lives \(seconds) seconds.")
        continue
      }
    }
    #expect(directory.sessionCount == 1)
  }

  @Test("A stopped directory ends the sequences of versions, and takes no session back")
  func stopped() async throws {
    let storage = MemoryStorage()
    let directory = directory(storage: storage)
    let session = try await directory.create("guestbook")
    var versions = directory.snapshots(of: session.id).makeAsyncIterator()
    #expect(try await versions.next()?.version == 0)
    directory.stop()
    #expect(try await versions.next() == nil)
    #expect(directory.sessionCount == 0)
  }

  @Test("The results of a directory with a storage are stored, and another directory continues")
  func handOver() async throws {
    let storage = MemoryStorage()
    let first = directory(storage: storage)
    let session = try await first.create("guestbook", timeToLive: 60)
    let signed = try await first.send(Self.sign, to: session.id)
    #expect(try await storage.load(session.id).header.version == 1)
    first.stop()
    let second = directory(storage: storage)
    let again = try await second.snapshot(of: session.id)
    #expect(again.version == 1 && again.state == signed.state)
    #expect(try await second.restore(0, of: session.id).version == 2)
    try await second.end(session.id)
    guard case .ended(.deleted)? = await error({ _ = try await second.snapshot(of: session.id) })
    else {
      Issue.record("The session has not ended.")
      return
    }
    second.stop()
  }

  @Test("Refusals say why, and change nothing")
  func refusals() async throws {
    let directory = directory { $0.maximumStateBytes = 200 }
    let session = try await directory.create("guestbook")
    let long = String(repeating: "x", count: 300)
    guard
      case .invalidValue(_, let pointer?)? = await error({
        _ = try await directory.send(#"{"sign": {"name": 1}}"#, to: session.id)
      }), pointer.text == "/sign/name",
      case .stateTooLarge(limit: 200)? = await error({
        _ = try await directory.send(#"{"sign": {"name": "\#(long)"}}"#, to: session.id)
      }),
      case .versionMismatch? = await error({
        _ = try await directory.send(Self.sign, to: session.id, ifVersion: 7)
      }),
      case .forgottenVersion("9")? = await error({
        _ = try await directory.restore(9, of: session.id)
      }),
      case .unknownSession? = await error({ _ = try await directory.send(Self.sign, to: "nobody") })
    else {
      Issue.record("A request was accepted, or its refusal has another reason.")
      return
    }
    #expect(try await directory.snapshot(of: session.id).version == 0)
  }

  @Test("A reader of a session's versions gets the latest ones, and its end")
  func snapshots() async throws {
    let directory = directory()
    let session = try await directory.create("guestbook")
    var versions = directory.snapshots(of: session.id).makeAsyncIterator()
    #expect(try await versions.next()?.version == 0)
    _ = try await directory.send(Self.sign, to: session.id)
    #expect(try await versions.next()?.version == 1)
    try await directory.end(session.id)
    do {
      while try await versions.next() != nil {}
      Issue.record("The sequence does not end with the session.")
    } catch SessionError.ended(let reason) {
      #expect(reason == .deleted)
    }
  }

  @Test("A failure of the storage is told, and not mistaken for success")
  func failure() async throws {
    let storage = ScriptedStorage()
    let directory = directory(storage: storage)
    let session = try await directory.create("guestbook")
    storage.fail(.full)
    guard
      case .storage(.full)? = await error({
        _ = try await directory.send(Self.sign, to: session.id)
      })
    else {
      Issue.record("The change is reported as stored.")
      return
    }
  }
}
