import BackstackCasePaths
import Testing

private enum Flat: CaseIterable {
  case first, second
}

private enum Mixed {
  case empty
  case number(Int)
  case other
  case nothing(())
  case text(String)
}

private indirect enum Plant {
  case leaf
  case branch(Plant, Plant)
}

private enum Wrapper<Value> {
  case value(Value)
  case none
}

@Suite("Cases without payloads")
struct EnumTagTests {
  @Test("A case without a payload has a tag of its own, one with a payload has none")
  func tags() {
    #expect(Flat.allCases.map { tagWithoutPayload(of: $0) } == [0, 1])
    let (empty, other) = (tagWithoutPayload(of: Mixed.empty), tagWithoutPayload(of: Mixed.other))
    #expect(empty != nil && other != nil && empty != other)
    #expect(tagWithoutPayload(of: Mixed.number(1)) == nil)
    #expect(tagWithoutPayload(of: Mixed.text("")) == nil)
    #expect(tagWithoutPayload(of: Plant.leaf) != nil)
    #expect(tagWithoutPayload(of: Plant.branch(.leaf, .leaf)) == nil)
    #expect(tagWithoutPayload(of: Wrapper<Int>.none) != nil)
    #expect(tagWithoutPayload(of: Wrapper<String>.value("")) == nil)
    #expect(tagWithoutPayload(of: 3) == nil)
    #expect(tagWithoutPayload(of: "text") == nil)
  }

  @Test("The name of a case is that of its declaration; other values describe themselves")
  func names() {
    #expect(caseName(of: Mixed.empty) == "empty")
    #expect(caseName(of: Mixed.number(1)) == "number")
    #expect(caseName(of: Wrapper<Int>.value(1)) == "value")
    #expect(caseName(of: 3) == "3")
  }
}
