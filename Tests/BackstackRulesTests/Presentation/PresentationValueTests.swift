import Backstack
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("The value of a presentation")
struct PresentationValueTests {
  let setup = LiveStoreSetup()

  // TCA's value also contains the id of the mounted child; here the store has it (decision 5).
  @Test(
    "The presented state is in a copy-on-write box, and the projection is the wrapper",
    .tags(.r45))
  func whatIsPresentedLies() {
    let original = Desk.State(page: Page.State(7))
    var copy = original
    copy.page?.taps = 1
    #expect(original.page?.taps == 0)
    copy.$page.wrappedValue?.taps = 2
    #expect(copy.page?.taps == 2)
    copy.$page = original.$page
    #expect(copy == original)
    #expect(MemoryLayout<PresentationState<(Int, Int, Int, Int)>>.size == MemoryLayout<Int>.size)

    let store = setup.store(original, Desk())
    store.send(.page(.presented(.wait)))
    #expect(store.state == original)
  }

  @Test(
    "A box equals itself without comparing contents; hash and encoding are the optional's",
    .tags(.r46))
  func sameBoxIsEqual() throws {
    let one = PresentationState(wrappedValue: Unequal())
    let same = one
    #expect(one == same)
    #expect(one != PresentationState(wrappedValue: Unequal()))
    #expect(PresentationState(wrappedValue: 3) == PresentationState(wrappedValue: 3))
    #expect(PresentationState(wrappedValue: 3).hashValue == Optional(3).hashValue)
    func json(_ value: Int?) throws -> String {
      String(
        decoding: try JSONEncoder().encode([PresentationState(wrappedValue: value)]), as: UTF8.self)
    }
    #expect(try json(3) == "[3]")
    #expect(try json(nil) == "[null]")
  }

  @Test(
    "A presented payload is changed through its case; setting it in another case is an issue",
    .tags(.r47))
  func payloadIsChangedThroughItsCase() {
    var state = Chooser.State(destination: .page(Page.State(7)))
    state.$destination[case: \.page]?.taps = 3
    #expect(state.destination?.page?.taps == 3)
    setup.perform { state.$destination[case: \.sign] = Sign.State() }
    #expect(setup.issues.lines.count == 1)
    #expect(setup.issues.lines.first?.contains("'page' is presented") == true)
    #expect(state.destination?.is(\.page) == true)
    state.$destination[case: \.page] = nil
    #expect(state.destination == nil)
  }

  @Test("A case of the projection is a presentation of that case", .tags(.r48))
  func caseOfTheProjection() {
    var state = Chooser.State(destination: .page(Page.State(7)))
    let page: PresentationState<Page.State> = state.$destination.page
    #expect(page.wrappedValue?.id == 7)
    #expect(state.$destination.note.wrappedValue == nil)
    state.$destination.page.wrappedValue?.taps = 1
    #expect(state.destination?.page?.taps == 1)
  }
}

/// A value that is not even equal to itself.
private struct Unequal: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool { false }
}
