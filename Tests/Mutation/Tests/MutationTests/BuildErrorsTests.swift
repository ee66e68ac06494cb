import Testing

@testable import Mutation

@Suite("Errors of mutated sources")
struct BuildErrorsTests {
  @Test("The positions of errors are read without duplicates")
  func places() {
    let output = """
      [3/9] Compiling M F.swift
      /a/b/F.swift:3:14: error: cannot find 'x' in scope
      /a/b/F.swift:4:1: warning: unused
      /a/b/F.swift:3:14: error: cannot find 'x' in scope
      /a/b/G.swift:10:2: error: failed
      """
    #expect(
      BuildErrors(output: output).places == [
        .init(path: "/a/b/F.swift", line: 3, column: 14),
        .init(path: "/a/b/G.swift", line: 10, column: 2),
      ])
  }

  @Test("After a crash of the compiler, the position in its stack dump is read")
  func crash() {
    let output = """
      Stack dump:
      2. While evaluating request TypeCheckFunctionBodyRequest(M.(file).f()@/a/F.swift:1:6)
      3. While type-checking statement at [/a/F.swift:2:3 - line:4:5] RangeText="if"
      """
    #expect(
      BuildErrors(output: output).places == [.init(path: "/a/F.swift", line: 2, column: 3)])
  }

  @Test("An error is attributed to the mutants in the smallest enclosing statement")
  func causes() {
    let text = """
      func f() {
        if (__mutant(1) != (a)) {
          if !__mutant(2) { g() }
          h()
        }
      }
      """
    #expect(BuildErrors.mutants(in: text, at: [.init(path: "", line: 3, column: 24)]) == [2])
    #expect(BuildErrors.mutants(in: text, at: [.init(path: "", line: 2, column: 24)]) == [1])
    #expect(BuildErrors.mutants(in: text, at: [.init(path: "", line: 4, column: 5)]) == [1, 2])
  }
}
