import BackstackCasePaths
import Testing

struct CasePathTableTests {
  @Test("caseNames are in the order of declaration") func namesOfTheCases() {
    #expect(Screen.caseNames == ["list", "edit", "default", "nested", "here"])
    #expect(Uninhabited.caseNames.isEmpty)
    #expect(AlmostUninhabited.caseNames == ["nothing", "never"])
  }

  @Test("caseName is the name of a value's case") func valueHasTheName() {
    #expect(Screen.default.caseName == "default")
    #expect(Screen.here(1).caseName == "here")
    #expect(Tree.leaf(1).caseName == "leaf")
  }

  @Test("A case key path can be looked up by name") func nameLeadsToTheCaseKey() {
    #expect(Screen.allCasePaths[named: "edit"] == \Screen.Cases.edit)
    #expect(Screen.allCasePaths[named: "nothing"] == nil)
  }

  @Test("allCasePaths is a sequence of case key paths") func casePathsAreASequence() {
    let matching = Screen.allCasePaths.filter { Screen.list([]).is($0) }
    #expect(matching == [\Screen.Cases.list])
  }
}
