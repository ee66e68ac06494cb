// swift-format-ignore-file
import Backstack
import BackstackServiceTesting
import Testing

@testable import BackstackDemo

@Test
func `session 1234abcd of inventory`() throws {
  let history = try SessionHistory<Inventory.Action>(
    json: ###"""
      {"entries": [
        {"version": 1, "cause": "client", "action": "addButtonTapped", "made": {"uuids":["00000000-0000-0000-0000-000000000001"]}},
        {"version": 2, "cause": "client", "action": {"destination":{"presented":{"addItem":{"binding":{"name":"\\#(exit(7))\\##(exit(7))\\(exit(7))\"\"\"#\"\"\"##`'\"\\ *\/ \/\/ \u007f\u009b\u202e\u2028\u2029\u001b\n"}}}}}}
      ]}
      """###.utf8)
  let problems = try history.problems(
    replayedFrom: ###"""
      {"items":[],"destination":null}
      """###.utf8,
    to: ###"""
      {"items":[],"destination":{"addItem":{"item":{"id":"00000000-0000-0000-0000-000000000001","name":"\\#(exit(7))\\##(exit(7))\\(exit(7))\"\"\"#\"\"\"##`'\"\\ */ // \u007f\u009b\u202e\u2028\u2029\u001b\n","status":{"inStock":{"quantity":1}}}}}}
      """###.utf8, at: 2
  ) {
    Inventory()
  }
  #expect(problems == [])
}
