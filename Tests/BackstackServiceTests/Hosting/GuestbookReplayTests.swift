import Backstack
import BackstackServiceTesting
import FoundationEssentials
import Testing

// example begins
@Test
func `a guest who signs twice is listed twice`() throws {
  // Of `curl $session/history`.
  let json = #"""
    {"oldest": 0, "version": 2, "entries": [
      {"version": 0, "cause": "creation", "effects": 0, "snapshot": true},
      {"version": 1, "cause": "client", "action": {"sign": {"name": "Ada"}}},
      {"version": 2, "cause": "client", "action": {"sign": {"name": "Ada"}}}
    ]}
    """#
  let history = try SessionHistory<Guestbook.Action>(json: json.utf8)
  let states = try history.replay(from: #"{"names": []}"#.utf8) { Guestbook() }
  #expect(states[1]?.names == ["Ada"])
  #expect(states[2]?.names == ["Ada", "Ada"])
}
// example ends
