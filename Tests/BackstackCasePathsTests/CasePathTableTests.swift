import BackstackCasePaths
import Testing

struct CasePathTableTests {
  @Test("The names of the cases are in the order of their declaration") func namesOfTheCases() {
    #expect(Screen.caseNames == ["list", "edit", "default", "nested", "here"])
    #expect(Uninhabited.caseNames.isEmpty)
    #expect(AlmostUninhabited.caseNames == ["nothing", "never"])
  }

  @Test("A value has the name of its case") func valueHasTheName() {
    #expect(Screen.default.caseName == "default")
    #expect(Screen.here(1).caseName == "here")
    #expect(Tree.leaf(1).caseName == "leaf")
  }

  @Test("A name leads to the case key path") func nameLeadsToTheCaseKey() {
    #expect(Screen.allCasePaths[named: "edit"] == \Screen.Cases.edit)
    #expect(Screen.allCasePaths[named: "nothing"] == nil)
  }

  @Test("The case paths are a sequence of key paths") func casePathsAreASequence() {
    let matching = Screen.allCasePaths.filter { Screen.list([]).is($0) }
    #expect(matching == [\Screen.Cases.list])
  }
}
