import Backstack
import Testing

@testable import BackstackViews

@Suite struct LevelAddressTests {
  @Test(
    "The id of a level is made of the names in the action that closes it, as an idempotency key can be",
    arguments: [
      (#"{"destination":{"dismiss":{}}}"#, "destination"),
      (#"{"path":{"element":{"id":3,"action":{"edit":{"dismiss":{}}}}}}"#, "path/3/edit"),
      (
        #"{"rows":{"element":{"id":"Ä b%","action":{"edit":{"dismiss":{}}}}}}"#,
        "rows/%c3%84%20b%25/edit"
      ),
    ])
  func names(closing: String, name: String) throws {
    let action = SentAction(inner: Array(closing.utf8), place: .root)
    #expect(LevelAddress(dismissing: SentActions(action))?.name == name)
  }

  @Test("The actions of a screen of a stack stand within its element")
  func stack() {
    let place = ActionPlace(prefix: Array(#"{"path":"#.utf8), suffix: Array("}".utf8))
    let stack = StackAddress(place)
    let screen = stack.screen(7, case: "detail")
    let level = screen.level
    #expect(level.name == "path/7")
    #expect(
      String(decoding: level.wrap, as: UTF8.self)
        == #"{"path":{"element":{"id":7,"action":{"detail":{"$action":true}}}}}"#)
    let closing = screen.closing
    #expect(String(decoding: closing.json, as: UTF8.self) == #"{"path":{"popFrom":{"id":7}}}"#)
    let found = StackAddress(popping: 7, closing)?.screen(7, case: nil).level
    #expect(found?.place == stack.screen(7, case: nil).level.place)
  }

  @Test("The address of a screen is made again for another screen, and for another case")
  func known() {
    let known = KnownStack()
    known.address = StackAddress(ActionPlace(prefix: Array(#"{"path":"#.utf8), suffix: [0x7D]))
    var names: [String] = []
    func name(_ tag: Int, _ state: StackState<Int>) -> String? {
      known.examine(state.history)
      let address = known.address(at: 0, case: tag) {
        names.append("case \(tag)")
        return names.last
      }
      return address?.level.name
    }
    var state: StackState = [1]
    #expect(name(0, state) == "path/0" && name(0, state) == "path/0" && names == ["case 0"])
    #expect(name(1, state) == "path/0" && names == ["case 0", "case 1"])
    state.append(2)
    state.removeFirst()
    #expect(name(1, state) == "path/1" && names.count == 3)
  }

  @Test("An action that is not closed as stacks and presentations are has no address")
  func other() {
    let action = SentActions(SentAction(inner: Array(#"{"close":{}}"#.utf8), place: .root))
    #expect(LevelAddress(dismissing: action) == nil)
    #expect(StackAddress(popping: 1, action) == nil)
  }
}
