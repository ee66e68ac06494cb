import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator of the member `jsonSchema(in:)`, which defines a type in a builder.
enum SchemaMember {
  /// Returns the member.
  ///
  /// - Parameter statements: The statements of the definition, the last of which returns the schema.
  static func declaration(
    access: String, documentation: Documentation, _ statements: [String]
  ) -> DeclSyntax {
    """
    \(raw: access)nonisolated static func jsonSchema(in builder: BackstackCoding.SchemaBuilder) -> BackstackCoding.JSONSchema {
    builder.define(Self.self\(raw: documentation.argument)) {
    \(raw: statements.joined(separator: "\n"))
    }
    }
    """
  }
}
