import Backstack
import BackstackHTTP
import BackstackPatchJudge
import BackstackTestSupport
import FoundationEssentials
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("Patches of states of all shapes")
struct RandomPatchTests {
  private static let factor =
    ProcessInfo.processInfo.environment["BACKSTACK_SOAK"].flatMap { Int($0) } ?? 1

  /// A client's copy of a session: the base of a patch, and the state.
  private struct Copy {
    let base: PatchBase
    let state: String
  }

  @Test(
    "A patch from any version turns a client's copy into the server's state",
    arguments: 0..<4)
  func random(seed: Int) async throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    let client = ServiceClient([Feature("zoo", initialState: Warehouse.State()) { Warehouse() }])
    var cases: [PatchJudge.Case] = []
    for _ in 0..<4 * Self.factor {
      let session = await client.create(#"{"feature": "zoo"}"#)
      let id = try #require(SessionID(String(session.dropFirst("/sessions/".count))))
      let held = try #require(client.service.directory.registry.find(id)).session
      let reader = await client.events(session)
      _ = reader.read()
      var copies: [Copy] = []
      for _ in 0..<50 {
        let old = try copy(of: held)
        copies.append(old)
        let action = #"{"happen":\#(Int.random(in: 0..<1_000_000, using: &numbers))}"#
        let wantsPatch = Bool.random(using: &numbers)
        let answer = await client.act(
          session, action, wantsPatch ? [(.accept, "application/json-patch+json")] : [])
        #expect(answer.status == 200)
        if Int.random(in: 0..<20, using: &numbers) == 0 { await restore(session, client) }
        let new = try copy(of: held)
        if wantsPatch, answer.version == new.base.version {
          cases.append(item(old, answer.text, new))
        }
        let events = reader.read().split(separator: "\n").filter { $0.hasPrefix("data: ") }
        let operations = events.map { $0.dropFirst("data: [".count).dropLast() }
        let together = operations.filter { !$0.isEmpty }.joined(separator: ",")
        cases.append(item(old, "[\(together)]", new))
        if let index = copies.indices.randomElement(using: &numbers) {
          // Some copies are used repeatedly, others are dropped.
          let base = copies[index]
          let changes = try held.changes(of: .state, since: base.base, wantsSnapshot: false)
          cases.append(item(base, String(decoding: changes.patch, as: UTF8.self), new))
          #expect(changes.patch.count <= changes.stateSize + 50)
          if Bool.random(using: &numbers) { copies.remove(at: index) }
        }
      }
    }
    for (item, complaint) in zip(cases, try PatchJudge.judge(cases)) {
      if let complaint {
        Issue.record("\(item.old) to \(item.new): \(item.patch) \(complaint)")
      }
    }
  }

  private func restore(_ session: String, _ client: ServiceClient) async {
    let answer = await client.send(.get, session + "/history?limit=200")
    let versions = answer.text.matches(of: /"version":([0-9]+),"time"[^}]*"snapshot":true/)
    guard let version = versions.first?.1 else { return }
    _ = await client.send(
      .post, session + "/restore", #"{"version":\#(version)}"#, [(.contentType, "application/json")]
    )
  }

  private func copy(of session: any Session) throws -> Copy {
    let changes = try session.changes(of: .state, since: nil, wantsSnapshot: true)
    return Copy(
      base: changes.base, state: String(decoding: changes.snapshot?.content ?? [], as: UTF8.self))
  }

  private func item(_ old: Copy, _ patch: String, _ new: Copy) -> PatchJudge.Case {
    .init(old: #"{"state":\#(old.state)}"#, patch: patch, new: #"{"state":\#(new.state)}"#)
  }
}
