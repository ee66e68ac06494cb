import Mutation
import Testing

@Suite("Equivalent mutants")
struct EquivalentMutantsTests {
  @Test("A list contains names, with reasons on the lines below them")
  func reads() {
    let list = EquivalentMutants(
      """
      # A comment.
      Sources/M/F.swift: f(): call `g()`
        Nothing depends
        on it.

      Sources/M/F.swift: f(): boundary `a < b`
        They are never equal.
      """)
    #expect(
      list.reasons == [
        "Sources/M/F.swift: f(): call `g()`": "Nothing depends on it.",
        "Sources/M/F.swift: f(): boundary `a < b`": "They are never equal.",
      ])
  }
}
