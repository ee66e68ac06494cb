import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import Testing

@testable import BackstackMacroExpansion

@Suite("Generated source")
struct GeneratedSourceTests {
  @Test("Lines are indented by the brackets and closures around them")
  func brackets() {
    #expect(
      GeneratedSource.indented(
        """
        static var a: [Int] {
        [
        1,
        ].map { x in
        f(
        x
        )
        }
        }
        """) == """
          static var a: [Int] {
            [
              1,
            ].map { x in
              f(
                x
              )
            }
          }
          """)
  }

  @Test("The statements of a case are indented more than the case, which ends at the next one")
  func cases() {
    #expect(
      GeneratedSource.indented(
        """
        switch a {
        case 1:
        if b {
        c()
        }
        default:
        d()
        }
        e()
        """) == """
          switch a {
            case 1:
              if b {
                c()
              }
            default:
              d()
          }
          e()
          """)
  }

  @Test("A bracket too many, and lines without text, do no harm")
  func unbalanced() {
    #expect(GeneratedSource.indented("}\n\n  a:\n)\n]b") == "}\na:\n)\n]b")
    #expect(GeneratedSource.indented("") == "")
  }

  @Test("Source with a multiline string literal stays as it is")
  func literal() {
    let source = "f(\n\"\"\"\n  a\n  \"\"\")"
    #expect(GeneratedSource.indented(source) == source)
  }

  @Test("The text of a declaration and of an extension is what was generated, without formatting")
  func text() throws {
    #expect(DeclSyntax(generated: "var a: Int{\n1 }").description == "var a: Int{\n  1 }")
    let one = try ExtensionDeclSyntax(of: TypeSyntax("A.B"), "C", members: "\nlet a=1\n")
    #expect(one.description == "extension A.B: C {\n  let a=1\n}")
    #expect(CasePathableMacro.formatMode == .disabled)
  }
}
