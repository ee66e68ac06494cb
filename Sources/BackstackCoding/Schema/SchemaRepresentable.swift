/// A type that provides the JSON Schema of its wire form.
///
/// The macros `@CasePathable` and `@ObservableState` generate the schema of a type whose
/// declaration names `Codable` and whose coding is synthesized; `@SchemaRepresentable` does the
/// same for other types. A type with custom coding either implements ``jsonSchema(in:)`` where it
/// is declared, or conforms without implementing it; then its schema is that of any JSON value, as
/// for a type that doesn't conform. The schema of a `RawRepresentable` type is that of its raw
/// value; if the type is also `CaseIterable`, only the raw values of its cases match.
///
/// A schema must match each value that the type encodes to or decodes from. It may match more.
public protocol SchemaRepresentable {
  /// Returns the schema of the type's wire form.
  ///
  /// - Parameter builder: Provides the audience of the schema and the schemas of other types.
  static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema
}

extension SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema { .any }
}

/// Generates the JSON Schema of a struct or an enum whose coding is synthesized.
///
/// ```swift
/// @SchemaRepresentable
/// struct Item: Codable {
///   /// The name that customers see.
///   var name: String
///   var color: Color?
/// }
/// ```
///
/// The documentation comments of properties and cases become descriptions. A property is required
/// if decoding requires it, that is, if it isn't optional. `CodingKeys` are respected. The initial
/// value of a property is given to stored values that lack it; it is not part of the schema.
@attached(member, names: named(jsonSchema(in:)))
@attached(extension, conformances: SchemaRepresentable)
public macro SchemaRepresentable() =
  #externalMacro(module: "BackstackMacros", type: "SchemaRepresentableMacro")
