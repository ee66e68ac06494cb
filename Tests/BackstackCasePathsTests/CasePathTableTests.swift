import BackstackCasePaths
import Testing

struct CasePathTableTests {
  @Test func `the names of the cases are in the order of their declaration`() {
    #expect(Screen.caseNames == ["list", "edit", "default", "nested", "here"])
    #expect(Uninhabited.caseNames.isEmpty)
    #expect(AlmostUninhabited.caseNames == ["nothing", "never"])
  }

  @Test func `a value has the name of its case`() {
    #expect(Screen.default.caseName == "default")
    #expect(Screen.here(1).caseName == "here")
    #expect(Tree.leaf(1).caseName == "leaf")
  }

  @Test func `a name leads to the case key path`() {
    #expect(Screen.allCasePaths[named: "edit"] == \Screen.Cases.edit)
    #expect(Screen.allCasePaths[named: "nothing"] == nil)
  }

  @Test func `the case paths are a sequence of key paths`() {
    let matching = Screen.allCasePaths.filter { Screen.list([]).is($0) }
    #expect(matching == [\Screen.Cases.list])
  }
}
