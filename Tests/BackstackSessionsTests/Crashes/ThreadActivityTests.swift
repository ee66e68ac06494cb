import Backstack
import Glibc
import Testing

@testable import BackstackSessions

/// A feature whose reducer looks at what its thread is known to work on.
@Reducer
private struct Mirror {
  struct State: Codable, Sendable { var seen: [String] = [] }
  enum Action: Codable, Sendable { case look(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      let text = ThreadActivity.current.map { String(decoding: $0.text, as: UTF8.self) }
      state.seen.append(text ?? "nothing")
      return .none
    }
  }
}

@Suite("What a thread is known to work on")
struct ThreadActivityTests {
  /// Whether work is noted after an end that nothing had begun, as the notes were switched on in between.
  private static func isNoted(_ context: SessionContext) -> Bool {
    guard ThreadActivity.enable() else { return false }
    ThreadActivity.end()
    return ThreadActivity.perform(.action, context, version: 7) {
      ThreadActivity.current?.note.version == 7
    } && ThreadActivity.current == nil
  }

  // In a process of its own: notes are switched on for all of it.
  @Test("An end that nothing had begun is the end of nothing")
  func unevenEnd() async {
    await #expect(processExitsWith: .success) {
      let session = try await ErrandSessions().createEntry().session
      #expect(Self.isNoted(session.context))
    }
  }

  @Test("Each action of a batch is recorded when it is processed")
  func batch() async {
    await #expect(processExitsWith: .success) {
      #expect(ThreadActivity.enable())
      let sessions = SessionDirectory(
        features: [Feature("mirror", initialState: Mirror.State()) { Mirror() }])
      let id = try await sessions.create("mirror").id
      #expect(try await sessions.send(#"[{"look": 1}, {"look": 2}]"#, to: id).version == 2)
      #expect(try await sessions.send(#"{"look": 3}"#, to: id).version == 3)
      let session = try #require(SessionID(id).flatMap { sessions.find($0)?.session })
      let store = try #require(session as? FeatureSession<Mirror.State, Mirror.Action>).store
      #expect(
        store.state.seen.map { $0.filter { $0 != " " } }
          == [#"{"look":1}"#, #"{"look":2}"#, #"{"look":3}"#])
    }
  }

  @Test("While a crash is reported, no other signal is handled")
  func undisturbed() async {
    await #expect(processExitsWith: .success) {
      #expect(CrashHandler.install())
      #expect(CrashHandler.install())
      for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT] {
        var action = sigaction()
        sigaction(crash, nil, &action)
        #expect([SIGTERM, SIGUSR1, SIGSEGV].allSatisfy { sigismember(&action.sa_mask, $0) == 1 })
        #expect(action.sa_flags & SA_ONSTACK != 0)
      }
    }
  }
}
