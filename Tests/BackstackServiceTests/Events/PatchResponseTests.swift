import BackstackDemo
import BackstackHTTP
import BackstackPatchJudge
import BackstackTestSupport
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Patches as responses")
struct PatchResponseTests {
  let client = ServiceClient()
  private let patch: (HTTPFieldName, String) = (.accept, "application/json-patch+json")

  private static func counter(_ id: Int, _ action: String) -> String {
    #"{"path": {"element": {"id": \#(id), "action": {"counter": "\#(action)"}}}}"#
  }

  @Test("The response to an action is a patch with its changes")
  func change() async {
    let session = await client.create(#"{"feature": "counters", "link": "/counters/1"}"#)
    let answer = await client.act(session, Self.counter(0, "nextButtonTapped"), [patch])
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "application/json-patch+json")
    #expect(answer.version == 1)
    #expect(answer.fields["Delta-Base"] == "\"0\"")
    #expect(
      answer.text
        == #"[{"op":"add","path":"/state/path/1","value":{"id":1,"state":{"counter":{"count":1}}}}]"#
    )
    let conditional = await client.act(
      session, Self.counter(1, "incrementButtonTapped"), [patch, (.ifMatch, "\"1\"")])
    #expect(
      conditional.text
        == #"[{"op":"replace","path":"/state/path/1/state/counter/count","value":2}]"#)
  }

  @Test("A refused action gets a problem document even if patches are accepted")
  func refusal() async {
    let session = await client.create()
    let mismatch = await client.act(
      session, #""addCounterButtonTapped""#, [patch, (.ifMatch, "\"7\"")])
    #expect(mismatch.status == 412 && mismatch.contains(#""snapshot":{"#))
    let stale = await client.act(session, Self.counter(0, "incrementButtonTapped"), [patch])
    #expect(stale.problem == "stale-element")
  }

  @Test("A patch is based on the version that If-Match names")
  func base() async throws {
    for condition in [nil, #""0""#, "*", #""7", "0""#] as [String?] {
      let session = await client.create()
      let fields = [patch] + (condition.map { [(HTTPFieldName.ifMatch, $0)] } ?? [])
      let answer = await client.act(session, #""addCounterButtonTapped""#, fields)
      #expect(answer.fields["Delta-Base"] == #""0""#, "\(condition ?? "nothing")")
    }
  }

  @Test("A client whose version is unknown gets the whole snapshot as one replacement")
  func unknownBase() async throws {
    let session = await client.create()
    let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
    let entry = try #require(client.service.directory.registry.find(id))
    let answer = client.service.makeResponse(
      SessionReply(entry), as: ReplyFormat(representation: .state, isPatch: true), Preferences())
    let snapshot = await client.send(.get, session).text
    #expect(
      String(decoding: answer.body.bytes, as: UTF8.self)
        == #"[{"op":"replace","path":"","value":\#(snapshot)}]"#)
    #expect(answer.fields["Delta-Base"] == nil)
  }

  @Test(
    "A client gets a patch if it accepts one by name, and prefers it at least as much as JSON",
    arguments: [
      ("application/json-patch+json", "application/json-patch+json"),
      ("application/json-patch+json, application/json;q=0.5", "application/json-patch+json"),
      ("Application/JSON-Patch+JSON", "application/json-patch+json"),
      ("application/json, application/json-patch+json;q=0.5", "application/json"),
      ("*/*", "application/json"), ("application/*", "application/json"),
      ("application/json-patch+json;q=0, */*", "application/json"),
      ("text/html", "application/problem+json"),
    ])
  func negotiation(accept: String, type: String) async {
    let session = await client.create()
    let answer = await client.act(session, #""addCounterButtonTapped""#, [(.accept, accept)])
    #expect(answer.fields[.contentType] == type)
  }

  @Test(
    "A client that applies the patches of random actions has the server's state", arguments: 0..<4)
  func random(seed: UInt64) async throws {
    var numbers = SeededGenerator(seed: seed)
    var cases: [PatchJudge.Case] = []
    for _ in 0..<6 {
      let session = await client.create(#"{"feature": "counters", "link": "/counters/-3/2"}"#)
      let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
      let entry = try #require(client.service.directory.registry.find(id))
      let reader = await client.events(session)
      _ = reader.read()
      for _ in 0..<40 {
        let old = try entry.session.snapshot(.state)
        let answer = await client.act(session, Self.action(&numbers), [patch])
        guard answer.status == 200 else { continue }
        let new = try entry.session.snapshot(.state)
        cases.append(Self.item(old, answer.text, new))
        // Several patches are combined into one.
        let events = reader.read().split(separator: "\n").filter { $0.hasPrefix("data: ") }
        let operations = events.map { $0.dropFirst("data: [".count).dropLast() }
        let together = operations.filter { !$0.isEmpty }.joined(separator: ",")
        cases.append(Self.item(old, "[\(together)]", new))
      }
    }
    #expect(cases.count > 200)
    for (item, complaint) in zip(cases, try PatchJudge.judge(cases)) {
      if let complaint {
        Issue.record("\(item.old) to \(item.new): \(item.patch) \(complaint)")
      }
    }
  }

  private static func item(_ old: Snapshot, _ patch: String, _ new: Snapshot) -> PatchJudge.Case {
    func document(_ snapshot: Snapshot) -> String {
      #"{"state":\#(String(decoding: snapshot.content, as: UTF8.self)),"effects":\#(snapshot.effects)}"#
    }
    return .init(old: document(old), patch: patch, new: document(new))
  }

  private static func action(_ numbers: inout SeededGenerator) -> String {
    let id = Int.random(in: 0..<12, using: &numbers)
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: return #""addCounterButtonTapped""#
    case 1: return #"{"path": {"popFrom": {"id": \#(id)}}}"#
    case 2: return #"{"path": {"push": {"state": {"counter": {"count": \#(id)}}}}}"#
    case 3: return counter(id, "nextButtonTapped")
    case 4: return counter(id, "decrementButtonTapped")
    default: return counter(id, "incrementButtonTapped")
    }
  }
}
