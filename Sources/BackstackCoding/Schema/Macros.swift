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
/// if decoding requires it, that is, if it isn't optional. `CodingKeys` are respected.
@attached(member, names: named(jsonSchema(in:)))
@attached(extension, conformances: SchemaRepresentable)
public macro SchemaRepresentable() =
  #externalMacro(module: "BackstackMacros", type: "SchemaRepresentableMacro")
