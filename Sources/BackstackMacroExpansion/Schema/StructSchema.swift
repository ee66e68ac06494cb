import SwiftSyntax

/// The schema of a struct whose coding the compiler generates.
struct StructSchema {
  private let declaration: StructDeclSyntax
  /// The stored properties that are encoded; `nil` if the declaration does not determine them.
  let properties: [StoredProperty]?

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    var stored = StoredProperty.all(in: declaration.memberBlock)
    if declaration.attributes.names.contains(where: { $0.hasSuffix("Actor") }) {
      // The schema is made outside of the actor, where the initializers may not be called.
      stored = stored?.map(\.withoutDefault)
    }
    switch CodingKeys(declaration.memberBlock) {
    case .synthesized: properties = stored
    case .written(let names):
      properties = stored?.compactMap { property in
        names[property.name].map { property.named($0) }
      }
    case .unknown: properties = nil
    }
  }

  /// Whether the declaration alone determines the schema: the compiler generates the coding, and no
  /// schema is written manually.
  var isKnown: Bool {
    let inherited = declaration.inheritanceClause?.names ?? []
    return isTellable && !inherited.isDisjoint(with: ["Codable", "Decodable", "Encodable"])
  }

  /// Whether the declaration determines the schema, provided that the type is `Codable`, which an
  /// extension may declare.
  var isTellable: Bool {
    properties != nil && !declaration.memberBlock.declaresCoding
      && !declaration.memberBlock.declaresSchema
  }

  /// The properties in the order in which the compiler would encode them; `nil` if only the compiler
  /// knows how it encodes some.
  var codedProperties: [StoredProperty]? {
    guard case .synthesized = CodingKeys(declaration.memberBlock) else { return nil }
    return properties.flatMap { $0.allSatisfy(\.hasKnownCoding) ? $0 : nil }
  }

  /// Returns `jsonSchema(in:)`.
  func member(access: String) -> String {
    SchemaMember.declaration(
      access: access, documentation: Documentation(declaration.leadingTrivia),
      ["let object = BackstackCoding.ObjectSchema(builder)"]
        + (properties ?? []).map(\.addition) + ["return object.schema"])
  }
}

/// The keys under which a type's properties are encoded.
enum CodingKeys {
  /// The properties' own names.
  case synthesized
  /// The raw values of a manually written enum, by the names of the properties.
  case written([String: String])
  /// The keys of another type, or of an enum whose keys are not literals.
  case unknown

  init(_ block: MemberBlockSyntax) {
    guard block.declares(type: "CodingKeys") else {
      self = .synthesized
      return
    }
    let written = block.declarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }
      .first { $0.name.unquoted == "CodingKeys" }
    guard let written else {
      self = .unknown
      return
    }
    let cases = EnumCaseList(written.memberBlock.members)
    var names: [String: String] = [:]
    for element in cases.all {
      guard let value = element.syntax.rawValue?.value else {
        names[element.key] = element.key
        continue
      }
      guard let text = value.as(StringLiteralExprSyntax.self)?.plainText else {
        self = .unknown
        return
      }
      names[element.key] = text
    }
    self = cases.isUnconditional ? .written(names) : .unknown
  }
}

extension StringLiteralExprSyntax {
  /// The text, if it has neither escapes nor interpolations.
  fileprivate var plainText: String? {
    guard segments.count == 1, openingPounds == nil,
      let text = segments.first?.as(StringSegmentSyntax.self)?.content.text, !text.contains("\\")
    else { return nil }
    return text
  }
}
