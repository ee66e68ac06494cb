import Backstack
import BackstackCoding
import BackstackDemo
import BackstackHTTP
import BackstackServiceTesting
import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Stored sessions whose shape has changed")
struct MigrationTests {
  private let storage = ScriptedStorage()
  private let lines = Lines()

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private func server(_ feature: Feature) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    configuration.now = ManualDate().now
    configuration.log = { [lines] line in lines.all.withLock { $0.append(line) } }
    return ServiceClient([feature], configuration: configuration)
  }

  private static let first = Feature("notes", initialState: Notes1.State()) { Notes1() }
  private static let toSecond = StateMigration(from: Notes1.State.self) { old in
    Notes2.State(titles: [old.title])
  }
  private static let toThird = StateMigration(from: Notes2.State.self) { old in
    Notes3.State(notes: old.titles.map { Notes3.Note(title: $0) })
  }

  private func stored() async -> String {
    let before = server(Self.first)
    let session = await before.create(#"{"feature": "notes"}"#)
    _ = await before.act(session, #"{"rename": "Milk"}"#)
    before.service.directory.releaseSessions()
    return session
  }

  @Test("A chain of migrations brings an earlier state up to date, as a separate version")
  func chain() async {
    let session = await stored()
    let present = Feature(
      "notes", initialState: Notes3.State(), migrations: [Self.toThird, Self.toSecond]
    ) { Notes3() }
    let after = server(present)
    let read = await after.send(.get, session)
    #expect(read.contains(#""version":2,"state":{"notes":[{"title":"Milk"}]}"#))
    after.service.directory.releaseSessions()
    // It was stored in the current shape, so no migration is needed any more.
    let later = server(Feature("notes", initialState: Notes3.State()) { Notes3() })
    #expect(await later.send(.get, session).text == read.text)
  }

  @Test("Without a migration the session is kept, reported and refused with an explanation")
  func unreadable() async {
    let session = await stored()
    let after = server(Feature("notes", initialState: Notes3.State()) { Notes3() })
    let answer = await after.send(.get, session)
    #expect(answer.status == 500)
    #expect(answer.problem == "unreadable-session")
    #expect(lines.all.withLock { $0.contains { $0.contains("session-unreadable") } })
    #expect(after.service.directory.storageHealth.unreadableSessions == 1)
    #expect(await after.act(session, #""add""#).problem == "unreadable-session")
    // Nothing was lost.
    let back = server(Self.first)
    #expect(await back.send(.get, session).contains(#""title":"Milk""#))
    // A server without the feature does not lose it either.
    let other = server(Feature("other", initialState: Notes1.State()) { Notes1() })
    #expect(await other.send(.get, session).problem == "unreadable-session")
  }

  @Test("A migration that fails is reported, and loses nothing")
  func failing() async {
    struct Failure: Error {}
    let session = await stored()
    let failing = StateMigration(from: Notes1.State.self) { _ -> Notes2.State in throw Failure() }
    let after = server(
      Feature("notes", initialState: Notes2.State(), migrations: [failing]) { Notes2() })
    #expect(await after.send(.get, session).problem == "unreadable-session")
    #expect(await server(Self.first).send(.get, session).status == 200)
  }

  @Test("PersistedShapes reports a changed shape without a migration")
  func shapes() throws {
    func shape(_ type: Any.Type) -> String { SchemaFingerprint(of: type).description }
    let committed = #"{"notes": ["\#(shape(Notes1.State.self))", "\#(shape(Notes2.State.self))"]}"#
    let shapes = try PersistedShapes(json: committed.utf8)
    let changed = Feature("notes", initialState: Notes3.State()) { Notes3() }
    #expect(shapes.problems(of: [changed]).count == 3)
    let migrated = Feature(
      "notes", initialState: Notes3.State(), migrations: [Self.toSecond, Self.toThird]
    ) { Notes3() }
    #expect(shapes.problems(of: [migrated]).count == 1)
    #expect(shapes.problems(of: []).count == 1)
    let both = #"{"notes": ["\#(shape(Notes1.State.self))", "\#(shape(Notes3.State.self))"]}"#
    #expect(try PersistedShapes(json: both.utf8).problems(of: [migrated]) == [])
  }

  @Test("The shapes of the demo features are the committed ones, so stored sessions stay readable")
  func demo() throws {
    let problems = try PersistedShapes.problems(of: demoFeatures, in: "Shapes.json")
    #expect(problems == [])
  }

  @Test("A new optional property needs no migration")
  func optional() async {
    let session = await stored()
    let after = server(Feature("notes", initialState: Notes1b.State()) { Notes1b() })
    #expect(await after.send(.get, session).contains(#""title":"Milk""#))
  }
}

@Reducer
private struct Notes1 {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var title = "" }
  enum Action: Codable, Sendable { case rename(String) }
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .rename(let title) = action { state.title = title }
      return .none
    }
  }
}

@Reducer
private struct Notes1b {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var color: String?
  }
  enum Action: Codable, Sendable { case rename(String) }
  var body: some Reducer<State, Action> { EmptyReducer() }
}

@Reducer
private struct Notes2 {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var titles: [String] = [] }
  enum Action: Codable, Sendable { case add }
  var body: some Reducer<State, Action> { EmptyReducer() }
}

@Reducer
private struct Notes3 {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var notes: [Note] = [] }
  @SchemaRepresentable
  struct Note: Codable, Equatable, Sendable { var title: String }
  enum Action: Codable, Sendable { case add }
  var body: some Reducer<State, Action> { EmptyReducer() }
}
