import Backstack
import BackstackTestSupport
import Testing

@Suite("Case paths of presentations")
struct PresentationCasePathTests {
  @Test("A case of what is presented is a presentation of its own", .tags(.r43))
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

  @Test("Without a type that asks for it, presented is skipped", .tags(.r43))
  func skipped() {
    let action = Sheet.Action.destination(.presented(.counter(.increment)))
    #expect(action[case: \.destination.counter] == .increment)
    #expect(action.is(\.destination.counter.increment))
  }
}
