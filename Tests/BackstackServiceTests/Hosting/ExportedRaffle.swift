// swift-format-ignore-file
import Backstack
import BackstackServiceTesting
import Testing


@Test
func `session 1234abcd of raffle`() throws {
  let history = try SessionHistory<Raffle.Action>(
    json: #"""
      {"entries": [
        {"version": 1, "cause": "start", "action": {"opened":{}}, "made": {"uuids":["00000000-0000-0000-0000-000000000000"]}},
        {"version": 2, "cause": "client", "action": {"buy":3}, "made": {"uuids":["00000000-0000-0000-0000-000000000001","00000000-0000-0000-0000-000000000002","00000000-0000-0000-0000-000000000003"],"dates":[800000000.4333334,800000000.7666667,800000001.1],"numbers":[10451216379200822465,13757245211066428519,17911839290282890590]}},
        {"version": 3, "cause": "client", "action": {"giveBack":"00000000-0000-0000-0000-000000000002"}},
        {"version": 4, "cause": "client", "action": {"draw":{}}, "made": {"dates":[800000001.4333334],"numbers":[8196980753821780235]}},
        {"version": 5, "cause": "client", "action": {"pay":{}}, "made": {"uuids":["00000000-0000-0000-0000-000000000004"]}},
        {"version": 6, "cause": "effect", "action": {"charge":"00000000-0000-0000-0000-000000000004"}},
        {"version": 7, "cause": "effect", "action": {"charged":"receipt 00000000-0000-0000-0000-000000000004 00000000-0000-0000-0000-000000000005"}, "made": {"uuids":["00000000-0000-0000-0000-000000000006"]}},
        {"version": 8, "cause": "client", "action": {"open":{}}},
        {"version": 9, "cause": "client", "action": {"path":{"element":{"id":0,"action":{"mark":{}}}}}, "made": {"uuids":["00000000-0000-0000-0000-000000000007"]}}
      ]}
      """#.utf8)
  let problems = try history.problems(
    replayedFrom: #"""
      {"tickets":[],"path":[]}
      """#.utf8,
    to: #"""
      {"id":"00000000-0000-0000-0000-000000000000","tickets":[{"id":"00000000-0000-0000-0000-000000000001","bought":"2026-05-09T06:13:20.433Z","number":566562},{"id":"00000000-0000-0000-0000-000000000003","bought":"2026-05-09T06:13:21.100Z","number":971003}],"winner":"00000000-0000-0000-0000-000000000001","seconds":1,"receipt":"receipt 00000000-0000-0000-0000-000000000004 00000000-0000-0000-0000-000000000005 00000000-0000-0000-0000-000000000006","path":[{"id":0,"state":{"marks":["00000000-0000-0000-0000-000000000007"]}}]}
      """#.utf8, at: 9
  ) {
    Raffle()
  }
  #expect(problems == [])
}
