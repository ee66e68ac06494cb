import Backstack
import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("What the storage writes for effects")
struct EffectWriteTests {
  /// A stack of notes, of which most actions change none, so that little has to be encoded.
  @Reducer
  struct Notebook {
    struct State: Codable, Equatable, Sendable {
      var count = 0
      var path = StackState<Note.State>()
    }

    enum Action: Codable, Sendable {
      case open
      case add
      case addLater(times: Int)
      @ServerOnly case added
      case path(StackActionOf<Note>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: for _ in 0..<50 { state.path.append(Note.State()) }
        case .add, .added: state.count += 1
        case .addLater(let times):
          return .run { send in for _ in 0..<times { await send(.added) } }
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Note() }
    }
  }

  @Reducer
  struct Note {
    struct State: Codable, Equatable, Sendable { var text = String(repeating: "x", count: 1000) }
    enum Action: Codable, Sendable { case close }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  private func client(_ storage: ScriptedStorage?) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.effectLimits = EffectLimits(bytesPerSecond: 500_000)
    // No second passes.
    configuration.steadyClock = { MonotonicInstant(nanoseconds: 0) }
    return ServiceClient(
      [Feature("notebook", initialState: Notebook.State()) { Notebook() }],
      configuration: configuration)
  }

  @Test("A session whose effects make the storage write too much is ended")
  func tooMuch() async throws {
    let client = client(ScriptedStorage())
    let session = await client.create(#"{"feature": "notebook"}"#)
    #expect(await client.act(session, #""open""#).version == 1)
    // Each writes some 50 kB.
    #expect(await client.act(session, #"{"addLater": {"times": 5}}"#).status == 200)
    let ended = await client.act(session, #"{"addLater": {"times": 15}}"#)
    #expect(ended.status == 410 && ended.contains(#""reason":"too-many-bytes""#))
  }

  @Test("What a client's actions make the storage write does not count, nor a lack of a storage")
  func notCounted() async throws {
    let stored = client(ScriptedStorage())
    let session = await stored.create(#"{"feature": "notebook"}"#)
    #expect(await stored.act(session, #""open""#).version == 1)
    for count in 1...30 { #expect(await stored.act(session, #""add""#).version == 1 + count) }
    let unstored = client(nil)
    let other = await unstored.create(#"{"feature": "notebook"}"#)
    #expect(await unstored.act(other, #""open""#).version == 1)
    #expect(await unstored.act(other, #"{"addLater": {"times": 30}}"#).version == 32)
  }
}
