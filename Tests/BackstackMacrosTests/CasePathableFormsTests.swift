import Backstack
import Foundation
import Testing

struct CasePathableFormsTests {
  private func check<Root: CasePathable, Value: Equatable>(
    _ path: any CaseKeyPath<Root, Value> & Sendable, _ value: Value, _ other: Root
  ) {
    #expect(path.extract(from: path(value)) == value)
    #expect(path.extract(from: other) == nil)
    #expect(!other.is(path))
  }

  @Test("Each form of a case can be embedded and extracted") func eachFormOfACaseEmbeds() {
    #expect(Forms.plain.is(\.plain))
    check(\.one, 1, Forms.plain)
    check(\.labelled, 1, Forms.plain)
    check(\.unlabelled, 1, Forms.plain)
    check(\.optional, nil, Forms.plain)
    check(\.nested, 1, Forms.plain)
    check(\.tree, Forms.plain, Forms.plain)
    check(\.b, 2, Forms.a)
    check(\.module, 2, Forms.c)
    check(\.conditional, 2, Forms.default)
    let toSeveral: CaseKeyPath<Forms, (Int, String)> = \.several
    let several = toSeveral((1, "a"))[case: \.several]
    #expect(several?.0 == 1 && several?.1 == "a")
    let toMixed: CaseKeyPath<Forms, (Int, by: String)> = \.mixed
    let mixed = toMixed((1, by: "a"))[case: \.mixed]
    #expect(mixed?.by == "a")
    let toKeywords: CaseKeyPath<Forms, (in: Int, for: String, Bool)> = \.keywords
    let keywords = toKeywords((in: 1, for: "a", true))[case: \.keywords]
    #expect(keywords?.in == 1 && keywords?.for == "a")
    let defaults = Forms.defaults(isNew: true)[case: \.defaults]
    #expect(defaults?.id == 1 && defaults?.isNew == true)
    let toTuple: CaseKeyPath<Forms, (Int, name: String)> = \.tuple
    let tuple = toTuple((1, name: "a"))[case: \.tuple]
    #expect(tuple?.name == "a")
    let list = Forms.list([1], ["a": 1])[case: \.list]
    #expect(list?.0 == [1] && list?.1 == ["a": 1])
    #expect(Forms.void(()).is(\.void))
  }

  @Test("A case with a Never payload has a case path") func caseWhosePayloadCantExist() {
    let never: CaseKeyPath<Forms, Never> = \.never
    let neverToo: CaseKeyPath<Forms, (Int, Never)> = \.neverToo
    #expect(never.extract(from: .plain) == nil)
    #expect(neverToo.extract(from: .plain) == nil)
  }

  @Test("The table of case paths has every case in order, without backticks")
  func tableHasEveryCaseInOrder() {
    #expect(
      Forms.caseNames == [
        "plain", "one", "labelled", "unlabelled", "several", "mixed", "default", "keywords",
        "defaults", "tuple", "optional", "nested", "list", "never", "neverToo", "void", "a", "b",
        "c", "module", "tree", "conditional",
      ])
    #expect(Forms.default.caseName == "default")
    #expect(Array(Forms.allCasePaths).count == Forms.caseNames.count)
  }

  @Test("Functions, existentials and metatypes can be payloads")
  func functionsExistentialsAndMetatypesArePayloads() {
    #expect(Functions.run { 3 }[case: \.run]?() == 3)
    #expect(Functions.metatype(Int.self)[case: \.metatype] == Int.self)
    #expect(Functions.any(3)[case: \.any] as? Int == 3)
  }

  @Test("Indirect and generic enums have case paths") func indirectAndGenericEnumsHavePaths() {
    #expect(Tree.node(.leaf(1), .leaf(2))[case: \.node]?.1[case: \.leaf] == 2)
    typealias Form = GenericForms<Int, String>
    check(\.first, 1, GenericForms<Int, String>.none)
    #expect(Form.both(1, second: "a")[case: \.both]?.second == "a")
    #expect(Form.recursive([.none])[case: \.recursive]?.count == 1)
    #expect(Form.Inner.second("a")[case: \.second] == "a")
    #expect(Form.caseNames.count == 6)
  }

  @Test("Enums of every access level have case paths") func everyAccessLevelHasPaths() throws {
    #expect(LocalUse.privateNames == ["one", "one"])
    #expect(Container.hiddenNames == ["one"])
    #expect(PackageForms.two(id: 2)[case: \.two] == 2)
    #expect(Container.Shown.one(3).one == 3)
    #expect(Raw.caseNames == ["one", "two"])
    // It is coded as its raw value, as without the macro.
    #expect(try JSONEncoder().encode(Raw.allCases) == Data(#"["1","two"]"#.utf8))
    #expect(try JSONDecoder().decode([Raw].self, from: Data(#"["1","two"]"#.utf8)) == [.one, .two])
    #expect(WithMembers(4)[case: \.one] == 4)
  }
}
