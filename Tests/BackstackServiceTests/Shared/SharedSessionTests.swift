import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTesting
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Shared values in a session")
struct SharedSessionTests {
  private let clock = TestClock()

  private func client(
    _ storage: (any SessionStorage)? = nil,
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.timer = ManualTimer()
    configuration.storage = storage
    configure(&configuration)
    return ServiceClient(
      [
        Feature("boards", initialState: Boards.initialState) { [clock] in
          Boards().dependency(\.continuousClock, clock)
        }
      ], configuration: configuration)
  }

  private static let create = #"{"feature": "boards"}"#

  private func write(_ text: String, in id: Int = 0) -> String {
    #"{"path": {"element": {"id": \#(id), "action": {"write": "\#(text)"}}}}"#
  }

  /// The texts of the notes in the list, and on the screens.
  private func texts(_ answer: ServiceClient.Answer) -> [String] {
    answer.text.matches(of: /"text":"([^"]*)"/).map { String($0.1) }
  }

  @Test("What a screen changes, the list below and the same note above show at once")
  func shares() async {
    let client = client()
    let session = await client.create(Self.create)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.act(session, #"{"open": 2}"#)
    let answer = await client.act(session, write("new"))
    #expect(texts(answer) == ["new", "b", "new", "new", "b"], "\(answer.text)")
  }

  @Test("A patch has what other levels show of a changed value")
  func patches() async {
    let client = client()
    let session = await client.create(Self.create)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.send(.get, session)
    let answer = await client.act(
      session, write("new", in: 1), [(.accept, "application/json-patch+json"), (.ifMatch, "\"2\"")])
    let patch = #"""
      [{"op":"replace","path":"/state","value":{"notes":[{"id":1,"text":"new"},{"id":2,"text":"b"}],\#
      "changes":1,"path":[{"id":0,"state":{"note":{"id":1,"text":"new"},"changes":1}},\#
      {"id":1,"state":{"note":{"id":1,"text":"new"},"changes":1}}]}},\#
      {"op":"replace","path":"/shared/changes","value":1}]
      """#
    #expect(answer.text == patch)
  }

  @Test("After a restart, the same places share their values")
  func restarts() async throws {
    let storage = MemoryStorage()
    let before = client(storage)
    let session = await before.create(Self.create)
    _ = await before.act(session, #"{"open": 1}"#)
    _ = await before.act(session, #"{"open": 2}"#)
    let last = await before.act(session, write("new"))
    before.service.directory.releaseSessions()

    let after = client(storage)
    let read = await after.send(.get, session)
    #expect(read.text == last.text)
    let answer = await after.act(session, write("newer", in: 1))
    #expect(texts(answer) == ["new", "newer", "new", "newer"], "\(answer.text)")
    let list = await after.act(session, #"{"append": "!"}"#)
    #expect(texts(list) == ["new!", "newer!", "new!", "newer!"], "\(list.text)")
    let stored = try await storage.load(String(session.suffix(32)))
    let parts = stored.state.split(separator: 0x1E).map { String(decoding: $0, as: UTF8.self) }
    #expect(parts.count == 2)
    #expect(
      parts.last == #"""
        {"next":2,"groups":[{"id":0,"at":["/notes"]},\#
        {"id":1,"key":"changes","at":["/changes","/path/0/state/changes","/path/1/state/changes"]},\#
        {"id":0,"by":["[1]","?"],"at":["/path/0/state/note"]},\#
        {"id":0,"by":["[2]","?"],"at":["/path/1/state/note"]}],"values":{"changes":"2"}}
        """#)
  }

  @Test("A value with a key is stored and restored with its session, also if no state has it")
  func keys() async {
    let storage = MemoryStorage()
    let before = client(storage)
    let session = await before.create(Self.create)
    _ = await before.act(session, #""visit""#)
    _ = await before.act(session, #""visit""#)
    let other = await before.create(Self.create)
    #expect(await before.act(other, #""visit""#).contains(#""shared":{"changes":0,"visits":1}"#))
    before.service.directory.releaseSessions()
    let after = client(storage)
    #expect(await after.send(.get, session).contains(#""shared":{"changes":0,"visits":2}"#))
    #expect(await after.act(session, #""visit""#).contains(#""visits":3"#))
    let restored = await after.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(restored.contains(#""visits":1"#), "\(restored.text)")
    #expect(await after.act(session, #""visit""#).contains(#""visits":2"#))
  }

  @Test("Values with a key count as much as the state, also if no state has them")
  func limit() async {
    let client = client { $0.maximumStateBytes = 400 }
    let session = await client.create(Self.create)
    let text = String(repeating: "x", count: 100)
    var statuses: [Int] = []
    for _ in 1...5 { statuses.append(await client.act(session, #"{"log": "\#(text)"}"#).status) }
    #expect(statuses.first == 200 && statuses.last == 422, "\(statuses)")
    // Nothing of a refused action is kept.
    let log = await client.send(.get, session).text.matches(of: /x{100}/).count
    #expect(log == statuses.filter { $0 == 200 }.count)
  }

  @Test("A value that two sessions have is reported")
  func twoSessions() async {
    let (notes, lines) = (Shared(value: IdentifiedArrayOf<Boards.Note>()), Lines())
    var configuration = ServiceConfiguration()
    configuration.log = { lines.append($0) }
    let client = ServiceClient(
      [Feature("boards", initialState: Boards.State(notes: notes)) { Boards() }],
      configuration: configuration)
    for _ in 1...2 { _ = await client.create(Self.create) }
    #expect(lines.all.count { $0.contains("Two sessions share") } == 1, "\(lines.all)")
  }

  @Test("A restored version shares again, also with effects that began before")
  func restores() async {
    let client = client()
    let session = await client.create(Self.create)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.act(
      session, #"{"path": {"element": {"id": 0, "action": {"later": "late"}}}}"#)
    _ = await client.act(session, write("new"))
    let restored = await client.send(.post, session + "/restore", #"{"version": 1}"#)
    #expect(texts(restored) == ["a", "b", "a"], "\(restored.text)")
    await clock.advance(by: .seconds(1))
    let answer = await client.send(.get, session)
    #expect(answer.version == 5)
    #expect(texts(answer) == ["late", "b", "late"], "\(answer.text)")
    let history = await client.send(.get, session + "/history")
    #expect(
      history.contains(#""version":5,"#) && history.contains(#""cause":"shared","causedBy":2"#),
      "\(history.text)")
  }

  @Test("An action that is refused leaves shared values as they were")
  func rollsBack() async {
    let client = client { $0.maximumStateBytes = 400 }
    let session = await client.create(Self.create)
    _ = await client.act(session, #"{"open": 1}"#)
    let refused = await client.act(session, write(String(repeating: "x", count: 400)))
    #expect(refused.status == 413 || refused.status == 422, "\(refused.status)")
    let answer = await client.act(session, write("new"))
    #expect(texts(answer) == ["new", "b", "new"], "\(answer.text)")
    let batch = await client.act(
      session, #"[{"append": "!"}, {"path": {"element": {"id": 7, "action": {"write": "?"}}}}]"#)
    #expect(batch.status == 409, "\(batch.text)")
    #expect(texts(await client.send(.get, session)) == ["new", "b", "new"])
  }

  @Test("A part that is removed while an effect holds it stays as it was, and an issue says so")
  func removedPart() async {
    let lines = Lines()
    let client = client { $0.log = { lines.append($0) } }
    let session = await client.create(Self.create)
    _ = await client.act(session, #"{"open": 1}"#)
    _ = await client.act(
      session, #"{"path": {"element": {"id": 0, "action": {"later": "late"}}}}"#)
    _ = await client.act(session, #"{"remove": 1}"#)
    await clock.advance(by: .seconds(1))
    let answer = await client.send(.get, session)
    #expect(texts(answer) == ["b", "a"] && answer.contains(#""effects":0"#), "\(answer.text)")
    #expect(lines.all.count { $0.contains("after it had left the value") } == 1, "\(lines.all)")
    #expect(texts(await client.act(session, #"{"append": "!"}"#)) == ["b!", "a"])
  }
}
