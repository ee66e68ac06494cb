import SwiftSyntax

/// The schema of an enum whose coding the compiler generates: its raw value, or an object with the
/// case's name as the only known key and an object of its payloads as the value (SE-0295).
struct PlainEnumSchema {
  private let declaration: EnumDeclSyntax
  private let cases: EnumCaseList

  init(_ declaration: EnumDeclSyntax) {
    self.declaration = declaration
    self.cases = EnumCaseList(declaration.memberBlock.members)
  }

  /// Whether the schema can be derived from the declaration.
  var isTellable: Bool {
    !declaration.memberBlock.declaresCoding && !declaration.memberBlock.declaresSchema
      && !declaration.memberBlock.declarations.contains { declaration in
        declaration.asProtocol((any NamedDeclSyntax).self)?.name.unquoted.hasSuffix("CodingKeys")
          == true
      }
  }

  /// Returns `jsonSchema(in:)`.
  func member(access: String) -> String {
    SchemaMember.declaration(
      access: access, documentation: Documentation(declaration.leadingTrivia),
      isRaw ? rawValues : payloads)
  }

  /// Whether the cases have raw values.
  var isRaw: Bool {
    let rawTypes: Set = [
      "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "RawRepresentable",
    ]
    return !(declaration.inheritanceClause?.names ?? []).isDisjoint(with: rawTypes)
  }

  private var rawValues: [String] {
    ["var rawValues: [RawValue] = []"]
      + cases.code { ["rawValues.append(Self.\($0.name).rawValue)"] }
      + ["return builder.rawValueSchema(of: rawValues)"]
  }

  private var payloads: [String] {
    ["let cases = BackstackCoding.CasesSchema(builder, form: .plain)"]
      + cases.code { element in
        let description = element.documentation.argument
        if element.payloads.isEmpty { return ["cases.add(\(element.key.literal)\(description))"] }
        return ["cases.add(\(element.key.literal)\(description)) { fields in"]
          + element.payloads.enumerated().map { index, payload in
            let label = payload.defaultValue == nil ? "" : "withDefault: "
            let type = payload.type
            // A payload with a default value may be null as well.
            let optional = payload.defaultValue == nil ? "" : "?"
            return
              "fields.add(\(label)\((payload.key ?? "_\(index)").literal), (\(type))\(optional).self)"
          } + ["}"]
      } + ["return cases.schema"]
  }
}
