import BackstackCasePaths
import Testing

struct CaseKeyPathTests {
  @Test("A case key path extracts the payload of its case, and nil from another case")
  func caseKeyPathExtractsThePayload() {
    let screen = Screen.list([1, 2])
    #expect(screen[case: \.list] == [1, 2])
    #expect(screen[case: \.edit] == nil)
    #expect(screen[case: \.default] == nil)
  }

  @Test("Calling a case key path embeds a payload") func caseKeyPathIsCalled() {
    let list: CaseKeyPath<Screen, [Int]> = \.list
    #expect(list([3]) == .list([3]))
    let edit: CaseKeyPath<Screen, (name: String, isNew: Bool)> = \.edit
    #expect(edit((name: "x", isNew: true)) == .edit(name: "x", isNew: true))
    let plain: CaseKeyPath<Screen, Void> = \.default
    #expect(plain() == .default)
    #expect((\Screen.Cases.nested.nested.list)([1]) == .nested(.nested(.list([1]))))
  }

  @Test("is(_:) returns whether a value is in a case") func valueTellsWhether() {
    let screen = Screen.nested(.edit(name: "a", isNew: false))
    #expect(screen.is(\.nested))
    #expect(screen.is(\.nested.edit))
    #expect(!screen.is(\.nested.list))
    #expect(!screen.is(\.edit))
    let partial: PartialCaseKeyPath<Screen> = \.nested.edit
    #expect(screen.is(partial))
    #expect(!Screen.default.is(partial))
  }

  @Test("A case key path can be used as a pattern") func caseKeyPathIsAPattern() {
    func name(_ screen: Screen) -> String {
      switch screen {
      case \.list: "list"
      case \.nested.list: "nested list"
      default: "other"
      }
    }
    #expect(name(.list([])) == "list")
    #expect(name(.nested(.list([]))) == "nested list")
    #expect(name(.nested(.default)) == "other")
  }

  @Test("Setting a case changes the value only if it is in that case") func settingACaseEmbeds() {
    var screen = Screen.list([1])
    screen[case: \.list] = [2]
    #expect(screen == .list([2]))
    screen[case: \.edit] = (name: "", isNew: true)
    screen[case: \.list] = nil
    #expect(screen == .list([2]))
    screen[case: \.list]?.append(3)
    #expect(screen == .list([2, 3]))
  }

  @Test("An enum with dynamic member lookup offers its payloads as properties")
  func enumWithDynamicMemberLookup() {
    let stack: [Int: Screen] = [1: .edit(name: "n", isNew: true)]
    #expect(stack[1]?.edit?.name == "n")
    #expect(stack[1]?.list == nil)
  }

  @Test("A case key path literal converts to a sendable case key path")
  func caseKeyPathLiteralConverts() {
    func run(_ path: any CaseKeyPath<Screen, [Int]> & Sendable) -> AnyCasePath<Screen, [Int]> {
      AnyCasePath(path)
    }
    let path = run(\.nested.list)
    #expect(path.extract(from: .nested(.list([4]))) == [4])
    #expect(path.extract(from: .list([4])) == nil)
    #expect(path.embed([5]) == .nested(.list([5])))
  }

  @Test("Optionals and results have case paths") func optionalsAndResultsHaveCasePaths() {
    let three: Int? = 3
    let nothing: Int? = nil
    #expect(three[case: \.some] == 3)
    #expect(nothing.is(\.none))
    #expect(!three.is(\.none))
    let loaded = AppAction.loaded(.success([1]))
    #expect(loaded[case: \.loaded.success] == [1])
    #expect(!loaded.is(\.loaded.failure))
    #expect(AppAction.tab(2)[case: \.tab.some] == 2)
    #expect((\AppAction.Cases.tab.some)(4)[case: \.tab] == 4)
  }

  @Test("The cases of a generic enum have case paths") func casesOfAGenericEnum() {
    let tree = Tree.branch(left: .leaf(1), right: .none)
    #expect(tree[case: \.branch]?.left[case: \.leaf] == 1)
    #expect(tree[case: \.branch]?.right.is(\.none) == true)
    #expect((\Tree<Int>.Cases.leaf)(3)[case: \.leaf] == 3)
    #expect(Outer<Int>.Inner.value(3)[case: \.value] == 3)
    #expect(Outer<Int>.Extended.name("n")[case: \.name] == "n")
    #expect(Outer<Int>.Inner.value(3)[case: \.impossible] == nil)
  }
}
