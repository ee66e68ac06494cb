import SwiftSyntax
import SwiftSyntaxBuilder

extension CasePathableMacro {
  /// Returns `jsonSchema(in:)`: the schema of the wire format that the macro generates.
  static func schema(of subject: Subject) -> DeclSyntax {
    let cases = subject.cases.filter { !$0.isImpossible }.code { element -> [String] in
      let call = addition(of: element)
      return element.isServerOnly ? ["if builder.audience == .reader {"] + call + ["}"] : call
    }
    return SchemaMember.declaration(
      access: subject.access, documentation: Documentation(subject.declaration.leadingTrivia),
      ["let cases = BackstackCoding.CasesSchema(builder)"] + cases + ["return cases.schema"])
  }

  private static func addition(of element: EnumCase) -> [String] {
    let description = element.documentation.argument
    if element.payloads.isEmpty { return ["cases.add(\"\(element.key)\"\(description))"] }
    if element.payloads.count == 1, element.payloads[0].label == nil {
      let type = element.payloads[0].type
      return ["cases.add(\"\(element.key)\", (\(type)).self\(description))"]
    }
    return ["cases.add(\"\(element.key)\"\(description)) { fields in"]
      + element.payloads.map { payload in
        let label = payload.defaultValue == nil ? "" : "withDefault: "
        return "fields.add(\(label)\"\(payload.key ?? "")\", (\(payload.type)).self)"
      } + ["}"]
  }
}
