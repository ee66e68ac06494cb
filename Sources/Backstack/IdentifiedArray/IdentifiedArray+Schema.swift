/// The array of the elements, whose ids are unique.
extension IdentifiedArray: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    .array(of: builder.schema(of: Element.self))
  }
}

extension IdentifiedAction: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let cases = CasesSchema(builder)
    cases.add("element", description: "An action of the element with an id.") { fields in
      fields.add("id", ID.self)
      fields.add("action", Action.self)
    }
    return cases.schema
  }
}
