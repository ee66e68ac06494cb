import BackstackHTTP
import BackstackTesting
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Batches of actions")
struct BatchTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }

  @Test("A batch's actions apply in order, each makes a version, and there is one response")
  func order() async {
    let session = await service.create()
    let answer = await client.act(
      session,
      #"""
       [{"path": {"push": {"state": {"note": "a"}}}}, "add",
        {"path": {"element": {"id": 0, "action": {"write": "b"}}}}]
      """#)
    #expect(answer.status == 200)
    #expect(answer.version == 3)
    #expect(answer.contains(#""count":1,"path":[{"id":0,"state":{"note":"b"}}]"#))
  }

  @Test("A batch that pushes two screens and pops one keeps the other")
  func pushedAndPopped() async {
    let session = await service.create()
    func push(_ note: String) -> String { #"{"path": {"push": {"state": {"note": "\#(note)"}}}}"# }
    _ = await client.act(session, push("a"))
    let answer = await client.act(
      session, #"[\#(push("b")), \#(push("c")), {"path": {"popFrom": {"id": 2}}}]"#)
    let path = #"[{"id":0,"state":{"note":"a"}},{"id":1,"state":{"note":"b"}}]"#
    #expect(answer.contains(#""path":\#(path)"#))
    #expect(await client.send(.get, session + "/path").contains(path))
  }

  @Test(
    "When one action of a batch is refused, nothing changes",
    arguments: [
      (#"{"path": {"element": {"id": 7, "action": {"write": "x"}}}}"#, 409, "stale-element", "/2"),
      (#"{"path": {"popFrom": {"id": 7}}}"#, 409, "stale-element", "/2"),
      (#""dance""#, 422, "invalid-value", "/2"),
      (#""ended""#, 422, "invalid-value", "/2"),
      (
        #"{"path": {"element": {"id": 0, "action": {"write": 3}}}}"#, 422, "invalid-value",
        "/2/path"
      ),
    ])
  func none(last: String, status: Int, problem: String, pointer: String) async {
    let session = await service.create()
    _ = await client.act(session, #"{"path": {"push": {"state": {"note": "a"}}}}"#)
    _ = await client.act(session, #"{"path": {"element": {"id": 0, "action": "wait"}}}"#)
    let before = await client.send(.get, session)
    #expect(before.contains(#""effects":1"#))
    // The first would start an effect, the second would end one.
    let refused = await client.act(
      session, #"[{"begin": {"seconds": 1}}, {"path": {"popFrom": {"id": 0}}}, \#(last)]"#)
    #expect(refused.status == status)
    #expect(refused.problem == problem)
    #expect(refused.contains(#""pointer":"\#(pointer)"#))
    #expect(await client.send(.get, session).text == before.text)
    #expect(service.clock.sleeperCount == 1)
    // The effect still belongs to the screen.
    await service.clock.advance(by: .seconds(1000))
    let waited = await client.act(session, #""add""#)
    #expect(waited.contains(#""note":"waited""#))
    #expect(waited.contains(#""count":1"#))
  }

  @Test("An empty batch, or one with too many actions, is refused")
  func size() async {
    let session = await service.create()
    for content in ["[]", "[\(Array(repeating: #""add""#, count: 1001).joined(separator: ","))]"] {
      let answer = await client.act(session, content)
      #expect(answer.status == 422)
      #expect(answer.problem == "invalid-value")
    }
    let most = "[\(Array(repeating: #""add""#, count: 1000).joined(separator: ","))]"
    #expect(await client.act(session, most).version == 1000)
  }

  @Test("The precondition of a batch applies to the version before its first action")
  func condition() async {
    let session = await service.create()
    #expect(await client.act(session, #"["add", "add"]"#, [(.ifMatch, #""0""#)]).version == 2)
    #expect(await client.act(session, #"["add"]"#, [(.ifMatch, #""1""#)]).status == 412)
    #expect(await client.act(session, #" ["add"]"#, [(.ifMatch, #""2""#)]).version == 3)
  }

  @Test("A batch starts the effects of all its actions")
  func effects() async {
    let session = await service.create()
    let begun = await client.act(
      session, #"[{"begin": {"seconds": 1}}, {"begin": {"seconds": 2}}]"#)
    #expect(begun.contains(#""effects":2"#))
    await service.clock.advance(by: .seconds(2))
    #expect(await client.act(session, #""add""#).contains(#""count":201"#))
  }
}
