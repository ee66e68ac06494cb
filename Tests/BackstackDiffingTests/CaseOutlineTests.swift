import BackstackDiffing
import BackstackTestSupport
import Testing

@Suite("Outlines of actions")
struct CaseOutlineTests {
  private enum Action {
    case tapped
    case named(String)
    case child(Inner)
    case element(id: Int, action: Inner)
    case pair(Int, Inner)
  }

  private enum Inner {
    case increment
    case set(Int)
  }

  @Test("An outline names the cases of an action without their payloads", .tags(.r120))
  func outlines() {
    #expect(caseOutline(Action.tapped) == ".tapped")
    #expect(caseOutline(Action.named("secret")) == ".named")
    #expect(caseOutline(Action.child(.increment)) == ".child(.increment)")
    #expect(
      caseOutline(Action.element(id: 7, action: .set(7))) == ".element(id:, action: .set)")
    #expect(caseOutline(Action.pair(7, .increment)) == ".pair(_, .increment)")
    #expect(caseOutline(3) == "Int")
  }
}
