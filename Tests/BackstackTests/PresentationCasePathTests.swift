import Backstack
import BackstackTestSupport
import Testing

@Suite("Case paths of presentations")
struct PresentationCasePathTests {
  @Test("A case path can treat one case of a destination as a presentation", .tags(.r43))
  func nested() {
    let counter: CaseKeyPath<Sheet.Action, PresentationAction<Counter.Action>> =
      \.destination.counter
    #expect(counter(.dismiss) == .destination(.dismiss))
    #expect(
      counter(.presented(.increment)) == .destination(.presented(.counter(.increment))))
    #expect(
      Sheet.Action.destination(.presented(.counter(.increment)))[case: counter]
        == .presented(.increment))
    #expect(Sheet.Action.destination(.presented(.alert(.confirm)))[case: counter] == nil)
  }

  @Test("Case paths skip presented unless the type asks for it", .tags(.r43))
  func skipped() {
    let action = Sheet.Action.destination(.presented(.counter(.increment)))
    #expect(action[case: \.destination.counter] == .increment)
    #expect(action.is(\.destination.counter.increment))
  }
}
