import BackstackCoding
import BackstackHTTP
import BackstackStorage
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Proposals")
struct ProposalTests {
  private let screen: [(HTTPFieldName, String)] = [
    (.accept, "application/vnd.backstack.screen+json")
  ]
  private let proposal = #"{"control": "Add one", "send": {"add": {}}}"#

  private func levels(_ answer: ServiceClient.Answer) throws -> [JSONLiteral] {
    let json = try JSONLiteral(decoding: Array(answer.text.utf8))
    guard case .array(let levels)? = json["screen"]?["levels"] else { return [] }
    return levels
  }

  private func causes(_ service: ErrandService, _ session: String) async -> [String] {
    await service.client.send(.get, session + "/history").text
      .matches(of: /"cause":"(\w+)"/).map { String($0.1) }
  }

  @Test("The screen asks, in a version with the same state, until the next version")
  func asking() async throws {
    let service = ErrandService()
    let session = await service.create()
    let state = await service.client.send(.get, session).text
    let asked = await service.client.send(.post, session + "/proposals", proposal, screen)
    #expect(asked.status == 200)
    #expect(asked.version == 1)
    let alert = try #require(try levels(asked).last)
    #expect(alert["id"] == "$proposal@1")
    #expect(alert["style"] == "alert")
    #expect(alert["below"] == "root")
    #expect(alert["message"] == [["kind": "text", "text": "Add one"]])
    guard case .array(let buttons)? = alert["body"] else { throw CancellationError() }
    #expect(buttons.map { $0["send"] } == [["add": [:]], []])
    let after = await service.client.send(.get, session).text
    #expect(after == state.replacing(#""version":0"#, with: #""version":1"#))
    // Anything else that happens takes the question away.
    let acted = await service.client.act(session, #""add""#, screen)
    #expect(try levels(acted).count == 1)
    #expect(await causes(service, session) == ["creation", "proposal", "client"])
    let history = await service.client.send(.get, session + "/history").text
    #expect(history.contains(#""proposal":{"control":"Add one","send":{"add": {}}}"#))
  }

  @Test("A person sees all of the text, and of an action only what it means")
  func meaning() async throws {
    let service = ErrandService()
    let session = await service.create()
    for (control, action, text) in [
      (#"Add \u202e\u200bone"#, #"{"add":{}}"#, #"Add \u202e\u200bone"#),
      (
        #"{\"add\":{\"note\":\"Only a test\"}}"#, #"{"add":{"note":"Only a test"}}"#, #"{"add":{}}"#
      ),
      (#"[\"add\",{\"add\":{\"x\":1}}]"#, #"["add",{"add":{"x":1}}]"#, #"[{"add":{}},{"add":{}}]"#),
    ] {
      let proposal = #"{"control": "\#(control)", "send": \#(action)}"#
      let asked = await service.client.send(.post, session + "/proposals", proposal, screen)
      #expect(try levels(asked).last?["message"] == [["kind": "text", "text": .string(text)]])
    }
  }

  @Test("What is wrong with its action is found where the proposal has it")
  func pointers() async {
    let service = ErrandService()
    let session = await service.create()
    for (action, pointer) in [
      (#"{"path":{"popFrom":{"id":"a"}}}"#, "/send/path/popFrom/id"),
      (#"[{"add":{}},{"nope":1}]"#, "/send/1"),
    ] {
      let proposal = #"{"control": "x", "send": \#(action)}"#
      let refused = await service.client.send(.post, session + "/proposals", proposal)
      #expect(refused.status == 422, "\(refused.text)")
      #expect(refused.contains(#""pointer":"\#(pointer)"#), "\(refused.text)")
    }
  }

  @Test("An empty batch refuses it, once, and is refused itself where nothing is proposed")
  func refusing() async throws {
    let service = ErrandService()
    let session = await service.create()
    #expect(await service.client.act(session, "[]").problem == "invalid-value")
    let contract = try JSONLiteral(decoding: Array(service.client.service.openAPI.json.utf8))
    #expect(contract["components"]?["schemas"]?["Refusal"]?["maxItems"] == 0)
    _ = await service.client.send(.post, session + "/proposals", proposal)
    #expect(await service.client.act(session, "[]", [(.ifMatch, "\"0\"")]).status == 412)
    let refused = await service.client.act(session, " [ ] ", screen)
    #expect(refused.version == 2)
    #expect(try levels(refused).count == 1)
    #expect(await service.client.act(session, "[]").problem == "invalid-value")
    #expect(await causes(service, session) == ["creation", "proposal", "refusal"])
  }

  @Test("It waits also after a restart, and readers of events see it")
  func restart() async throws {
    let storage = MemoryStorage()
    let before = ErrandService { $0.sessions.storage = storage }
    let session = await before.create()
    let events = await before.client.send(
      .get, session + "/events?view=screen", nil, [("Last-Event-ID", "0")])
    let reader = EventReader(try #require(events.source))
    _ = reader.read()
    _ = await before.client.send(.post, session + "/proposals", proposal)
    #expect(reader.read().contains("$proposal@1"))
    before.client.service.directory.releaseSessions()
    let after = ErrandService { $0.sessions.storage = storage }
    let shown = await after.client.send(.get, session + "/screen", nil, screen)
    #expect(try levels(shown).last?["id"] == "$proposal@1")
    #expect(await after.client.act(session, "[]").version == 2)
  }

  @Test(
    "What is no proposal is refused, and changes nothing",
    arguments: [
      "{}", "[]", #"{"control": "Add"}"#, #"{"control": "", "send": {"add": {}}}"#,
      #"{"control": 1, "send": {"add": {}}}"#, #"{"control": "Add", "send": "unknown"}"#,
      #"{"control": "Add", "send": []}"#, #"{"control": "Add", "send": {"add": {}}, "more": 1}"#,
      #"{"control": "Add", "send": {"add": {}"#,
    ])
  func malformed(_ content: String) async {
    let service = ErrandService()
    let session = await service.create()
    let answer = await service.client.send(.post, session + "/proposals", content)
    #expect((400..<500).contains(answer.status), "\(answer.text)")
    #expect(await service.client.send(.get, session).version == 0)
  }

  @Test("A proposal that is repeated with its key is made once")
  func keyed() async {
    let service = ErrandService()
    let session = await service.create()
    let key: [(HTTPFieldName, String)] = [("Idempotency-Key", "\"a\"")]
    for _ in 0..<2 {
      #expect(
        await service.client.send(.post, session + "/proposals", proposal, key).version == 1)
    }
    #expect(await causes(service, session) == ["creation", "proposal"])
  }
}
