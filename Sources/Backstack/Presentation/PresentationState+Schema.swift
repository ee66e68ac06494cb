extension PresentationState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: State?.self)
  }
}

extension PresentationAction: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let cases = CasesSchema(builder)
    cases.add("presented", Action.self, description: "An action of what is presented.")
    cases.add("dismiss", description: "Closes what is presented.")
    return cases.schema
  }
}
