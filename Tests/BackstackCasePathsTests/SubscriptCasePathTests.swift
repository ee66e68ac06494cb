import BackstackCasePaths
import Testing

struct SubscriptCasePathTests {
  private let tap: CaseKeyPath<AppAction, Void> = \.path[id: 3].counter.incrementButtonTapped

  @Test("A case key path with an id subscript matches only that element")
  func subscriptOfTheCasePathsAddresses() {
    let action = AppAction.path(.element(id: 3, action: .counter(.incrementButtonTapped)))
    let other = AppAction.path(.element(id: 4, action: .counter(.incrementButtonTapped)))
    #expect(action.is(tap))
    #expect(!other.is(tap))
    #expect(action.is(\.path[id: 3].counter))
    #expect(!action.is(\.path[id: 3].note))
  }

  @Test("A case key path with an id subscript embeds the id")
  func subscriptOfTheCasePathsEmbeds() {
    #expect(tap()[case: \.path.element]?.id == 3)
    #expect((\AppAction.Cases.path[id: 7].note)("x")[case: \.path[id: 7].note] == "x")
    #expect((\AppAction.Cases.path.popFrom)(2)[case: \.path.popFrom] == 2)
  }

  @Test("A dynamic member of the case paths can skip a level") func dynamicMemberOfTheCasePaths() {
    let action = AppAction.destination(.presented(.counter(.set(to: 4))))
    #expect(action[case: \.destination.counter.set] == 4)
    #expect(action[case: \.destination.presented.counter.set] == 4)
    #expect(!action.is(\.destination.dismiss))
    let skipping = (\AppAction.Cases.destination.counter.rename)("r")
    #expect(skipping[case: \.destination.presented.counter.rename] == "r")
    #expect((\AppAction.Cases.destination.dismiss)().is(\.destination.dismiss))
  }
}
