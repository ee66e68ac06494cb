import SwiftSyntax
import SwiftSyntaxBuilder

/// The schema of a struct whose coding the compiler writes.
struct StructSchema {
  private let declaration: StructDeclSyntax
  /// The stored properties that are coded; nil if they can't be told from the declaration.
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

  /// Whether the declaration alone tells the schema: it is coded by the compiler, and no schema is
  /// written by hand.
  var isKnown: Bool {
    let inherited = declaration.inheritanceClause?.names ?? []
    return isTellable && !inherited.isDisjoint(with: ["Codable", "Decodable", "Encodable"])
  }

  /// The same for a type that may be `Codable` by an extension.
  var isTellable: Bool {
    properties != nil && !declaration.memberBlock.declaresCoding
      && !declaration.memberBlock.declaresSchema
  }

  /// `jsonSchema(in:)`.
  func member(access: String) -> DeclSyntax {
    SchemaMember.declaration(
      access: access, documentation: Documentation(declaration.leadingTrivia),
      ["let object = BackstackSchema.ObjectSchema(builder)"]
        + (properties ?? []).map(\.addition) + ["return object.schema"])
  }
}
