// swift-format-ignore-file
import Backstack
import BackstackServiceTesting
import Testing

@testable import BackstackDemo

@Test
func `session 1234abcd of counters`() throws {
  let history = try SessionHistory<Counters.Action>(
    json: #"""
      {"entries": [
        {"version": 1, "cause": "client", "action": {"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}},
        {"version": 2, "cause": "client", "action": {"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}},
        {"version": 3, "cause": "client", "action": {"path":{"element":{"id":1,"action":{"counter":"decrementButtonTapped"}}}}}
      ]}
      """#.utf8)
  let problems = try history.problems(
    replayedFrom: #"""
      {"path":[{"id":0,"state":{"counter":{"count":2}}}]}
      """#.utf8,
    to: #"""
      {"path":[{"id":0,"state":{"counter":{"count":3}}},{"id":1,"state":{"counter":{"count":2}}}]}
      """#.utf8, at: 3
  ) {
    Counters()
  }
  #expect(problems == [])
}
