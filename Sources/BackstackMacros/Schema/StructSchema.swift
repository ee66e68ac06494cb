import SwiftSyntax
import SwiftSyntaxBuilder

/// The schema of a struct whose coding the compiler generates.
struct StructSchema {
  private let declaration: StructDeclSyntax
  /// The stored properties that are encoded; `nil` if the declaration does not determine them.
  private let properties: [StoredProperty]?

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    let stored = StoredProperty.all(in: declaration.memberBlock)
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

  /// Returns `jsonSchema(in:)`.
  func member(access: String) -> DeclSyntax {
    SchemaMember.declaration(
      access: access, documentation: Documentation(declaration.leadingTrivia),
      ["let object = BackstackCoding.ObjectSchema(builder)"]
        + (properties ?? []).map(\.addition) + ["return object.schema"])
  }
}
