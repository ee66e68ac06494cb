/// A type that knows the JSON Schema of its wire form.
///
/// The macros `@CasePathable` and `@ObservableState` write the schema of types whose declaration names `Codable`
/// and whose coding is not written by hand; `@SchemaRepresentable` does the same for other types. A
/// type with a coding of its own writes its schema by hand where it is declared, or conforms without
/// writing anything, and is any JSON value then, as is a type that doesn't conform. A type that is
/// `RawRepresentable` is its raw value; one that is `CaseIterable` too, one of those of its cases.
///
/// A schema must take each value that the type encodes to or decodes from. It may take more.
public protocol SchemaRepresentable {
  /// The schema of the type's wire form.
  ///
  /// - Parameter builder: Knows what the schema is for, and gives the schemas of other types.
  static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema
}

extension SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema { .any }
}
