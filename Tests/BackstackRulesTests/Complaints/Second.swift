import Backstack
import BackstackTesting
import Testing

@Suite("What users of TCA ask for, the second half")
struct SecondComplaints {
  let theatre = Theatre()

  @Test(
    "U1 (#3146): a state of five megabytes is sent actions on half a megabyte of stack",
    arguments: Big.Use.allCases)
  func largeState(_ use: Big.Use) {
    onSmallThread(kilobytes: 128 << 10) {
      let store = Store(initialState: Big.State.make()) { Big() }
      onSmallThread(kilobytes: 512) { store.send(use.action) }
      #expect(store.withState { use.isDone($0) })

      let checked = Store(initialState: Big.State.make()) { Big() }
      onSmallThread(kilobytes: 512) { #expect(checked.sendIfReachable(use.action) == nil) }
      #expect(checked.withState { use.isDone($0) })
    }
  }
}
