import SwiftSyntax
import SwiftSyntaxMacros

extension CasePathableMacro {
  /// Returns `encode(to:)` and `init(from:)`, if the enum's declaration requires them and does not
  /// have them, and the schema of this coding.
  static func coding(
    of subject: Subject, in context: some MacroExpansionContext
  ) -> [String] {
    let block = subject.declaration.memberBlock
    let encodes =
      !subject.inherited.isDisjoint(with: ["Codable", "Encodable"])
      && !block.declares(function: "encode", labels: ["to"])
    let decodes =
      !subject.inherited.isDisjoint(with: ["Codable", "Decodable"])
      && !block.declaresInitializer(labels: ["from"])
    let plain = PlainEnumSchema(subject.declaration)
    // The coding of a raw value is the compiler's.
    if plain.isRaw {
      return (encodes || decodes) && plain.isTellable ? [plain.member(access: subject.access)] : []
    }
    guard encodes || decodes, labelsAreComplete(subject, in: context) else { return [] }
    return (encodes ? [encode(subject)] : []) + (decodes ? [decode(subject)] : [])
      + (block.declaresCoding || block.declaresSchema ? [] : [schema(of: subject)])
  }

  private static func labelsAreComplete(
    _ subject: Subject, in context: some MacroExpansionContext
  ) -> Bool {
    let incomplete = subject.cases.all.filter { element in
      element.payloads.count > 1 && element.payloads.contains { $0.label == nil }
    }
    for element in incomplete {
      context.error(
        "Label every payload of '\(element.key)': the labels are the keys of the wire format",
        id: "unlabelled-payload", at: element.syntax)
    }
    return incomplete.isEmpty
  }

  private static func encode(_ subject: Subject) -> String {
    let arms = subject.cases.filter { !$0.isImpossible }.code { element -> [String] in
      ["if case \(element.bindingPattern) = self {"] + encoding(of: element) + ["return", "}"]
    }
    let hasValues = subject.cases.all.contains { !$0.isImpossible }
    let coder = hasValues ? "var coder = BackstackCasePaths.CaseEncoder(encoder)" : ""
    return """
      \(subject.access)nonisolated func encode(to encoder: any Encoder) throws {
      \(coder)
      \(arms.joined(separator: "\n"))
      }
      """
  }

  private static func encoding(of element: EnumCase) -> [String] {
    if element.payloads.isEmpty { return ["coder.encode(case: \(element.key.literal))"] }
    if element.payloads.count == 1, element.payloads[0].label == nil {
      return ["try coder.encode(case: \(element.key.literal), payload: v0)"]
    }
    return ["let fields = coder.fields(case: \(element.key.literal))"]
      + zip(element.payloads, element.values).map { payload, value in
        "try fields.encode(\(value), \((payload.key ?? "").literal))"
      }
  }

  private static func decode(_ subject: Subject) -> String {
    let cases = subject.cases.filter { !$0.isImpossible }
    let arms = cases.code { element -> [String] in
      let condition = element.isServerOnly ? ", coder.decodesServerOnlyCases" : ""
      return ["if coder.isCase(\(element.key.literal))\(condition) {"] + decoding(of: element)
        + ["return", "}"]
    }
    return """
      \(subject.access)nonisolated init(from decoder: any Decoder) throws {
      let coder = try BackstackCasePaths.CaseDecoder(from: decoder)
      \(arms.joined(separator: "\n"))
      \(unknownCase(of: cases).joined(separator: "\n"))
      }
      """
  }

  private static func decoding(of element: EnumCase) -> [String] {
    if element.payloads.isEmpty { return ["try coder.noPayload()", "self = .\(element.name)"] }
    if element.payloads.count == 1, element.payloads[0].label == nil {
      let type = element.payloads[0].type
      return ["self = try coder.payload((\(type)).self, Self.\(element.name))"]
    }
    let values = element.payloads.map { payload in
      let defaultValue = payload.defaultValue.map { ", default: \($0.trimmedDescription)" } ?? ""
      return "try fields.decode("
        + "(\(payload.type)).self, label: \((payload.key ?? "").literal)\(defaultValue))"
    }
    return ["let fields = try coder.fields()", "self = " + element.construction(values)]
  }

  /// Throws an error that lists the valid cases.
  private static func unknownCase(of cases: EnumCaseList) -> [String] {
    let isPlain = cases.isUnconditional && !cases.all.contains(where: \.isServerOnly)
    if isPlain {
      let names = cases.all.map { $0.key.literal }.joined(separator: ", ")
      return ["throw coder.unknownCase(known: [\(names)])"]
    }
    return ["var known: [String] = []"]
      + cases.code { element in
        let append = "known.append(\(element.key.literal))"
        return [element.isServerOnly ? "if coder.decodesServerOnlyCases { \(append) }" : append]
      } + ["throw coder.unknownCase(known: known)"]
  }
}

extension CasePathableMacro {
  /// Returns `jsonSchema(in:)`: the schema of the wire format that the macro generates.
  static func schema(of subject: Subject) -> String {
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
    if element.payloads.isEmpty { return ["cases.add(\(element.key.literal)\(description))"] }
    if element.payloads.count == 1, element.payloads[0].label == nil {
      let type = element.payloads[0].type
      return ["cases.add(\(element.key.literal), (\(type)).self\(description))"]
    }
    return ["cases.add(\(element.key.literal)\(description)) { fields in"]
      + element.payloads.map { payload in
        let label = payload.defaultValue == nil ? "" : "withDefault: "
        return "fields.add(\(label)\((payload.key ?? "").literal), (\(payload.type)).self)"
      } + ["}"]
  }
}
