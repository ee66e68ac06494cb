import Mutation
import Testing

@Suite("Mutated files")
struct MutatedFileTests {
  @Test(
    "Each kind of change is compiled together with the original",
    arguments: [
      ("func f() { while a < b {} }", "func f() { while (§0 ? a <= b : (§1 != (a < b))) {} }"),
      ("func f() { if a >= b {} }", "func f() { if (§0 != ((§1 ? a > b : a >= b))) {} }"),
      ("func f() { if try a == b {} }", "func f() { if try (§0 != (a == b)) {} }"),
      (
        "func f() { guard a, !b else { return } }",
        "func f() { guard (§0 != (a)), (§1 != (!b)) else { return } }"
      ),
      ("var c: Int { a && b }", "var c: Int { (§0 ? a || b : a && b) }"),
      ("var c: Int { a + b }", "var c: Int { (§0 ? a - b : a + b) }"),
      ("var c: Int { min(a, b) }", "var c: Int { (§0 ? max(a, b) : min(a, b)) }"),
      ("var c: Bool { x.isEmpty }", "var c: Bool { (§0 != (x.isEmpty)) }"),
      (
        "func f() { for x in y where x.z {} }",
        "func f() { for x in y where (§0 != (x.z)) {} }"
      ),
      ("func f() -> Int { return 1 }", "func f() -> Int { return (§0 ? 2 : 1) }"),
      ("func f() { try await g() }", "func f() { if !§0 { try await g() } }"),
      ("func f() { a?.g(true) }", "func f() { if !§0 { a?.g((§1 != true)) } }"),
      ("func f() { a = b }", "func f() { if !§0 { a = b } }"),
      ("func f() { a += b }", "func f() { if !§0 { if §1 { a -= b } else { a += b } } }"),
      ("func f() { for x in y { continue } }", "func f() { for x in y { if !§0 { continue } } }"),
      (
        "func f() {\ng()\nh()\n}",
        "func f() {\nif §0 {\nh()\ng()\n} else { if !§1 { g() }\nif !§2 { h() } }\n}"
      ),
    ])
  func rewrites(_ source: String, _ expected: String) {
    let file = MutatedFile(path: "F.swift", source: source)
    #expect(file.text() == expected.replacing(/§(\d)/) { "__mutant(\($0.1))" })
  }

  @Test(
    "Code that needs type information or is compiled in other modules is not changed",
    arguments: [
      "func f() -> Int { g() }",
      "var f: Int { g() }",
      "let a = b.map { g($0) }",
      "func f() -> Int { switch a { case .b: g() } }",
      "func f() { let x: Int; x = 1 }".replacing("1", with: "y"),
      "init() { a = b }",
      "init() { self.init(a) }",
      "func f() { precondition(a < b) }",
      "@inlinable func f() { if a < b { g() } }",
      "func f(a: Int = 1 + 2) {}",
      #"func f() { guard let a else { return } }"#,
      "func f() { switch a { case 1: break; default: break } }",
      "#if OTHER\nfunc f() { g() }\n#endif",
      "var body: some Reducer { A()\n B() }",
      #"func f() -> String { "\(a + b)" + c }"#,
    ])
  func keeps(_ source: String) {
    let file = MutatedFile(path: "F.swift", source: source)
    #expect(file.text() == source)
  }

  @Test("Excluded mutants change nothing, and the others keep their ids")
  func leavesOut() {
    var file = MutatedFile(path: "F.swift", source: "func f() {\n  if a {}\n  g()\n}")
    file.firstID = 7
    #expect(
      file.text { $0.kind == .negation } == "func f() {\n  if a {}\n  if !__mutant(8) { g() }\n}")
  }

  @Test("Changes that affect only costs or the order of independent statements are harmless")
  func costs() {
    let source = """
      func hash(into hasher: inout Hasher) { hasher.combine(a) }
      func f() { a.reserveCapacity(9) }
      func g() { a.removeAll(keepingCapacity: true); a.g(true) }
      func h() {
        x.a = b
        y = c
      }
      func i() {
        x = b
        y = x
      }
      """
    let mutants = MutatedFile(path: "F.swift", source: source).mutants
    #expect(
      mutants.filter(\.isHarmless).map(\.original) == [
        "hasher.combine(a)", "a.reserveCapacity(9)", "true", "x.a = b y = c",
      ])
    #expect(mutants.count > 5)
  }

  @Test("A mutant's name contains its location and is independent of other lines")
  func names() {
    let source = """
      extension A.B {
        struct C {
          func f(_ x: Int, by y: Int) {
            g()
            if x < y {}
            g()
          }
          var d: Bool { x < y }
        }
      }
      """
    let file = MutatedFile(path: "Sources/M/F.swift", source: source)
    #expect(
      file.mutants.map { file.name(of: $0) } == [
        "Sources/M/F.swift: A.B.C.f(_:by:): call `g()`",
        "Sources/M/F.swift: A.B.C.f(_:by:): negation `x < y`",
        "Sources/M/F.swift: A.B.C.f(_:by:): boundary `x < y`",
        "Sources/M/F.swift: A.B.C.f(_:by:): call `g()` #2",
        "Sources/M/F.swift: A.B.C.d: boundary `x < y`",
        "Sources/M/F.swift: A.B.C.d: negation `x < y`",
      ])
    #expect(file.mutants.map(\.line) == [4, 5, 5, 6, 8, 8])
  }
}
