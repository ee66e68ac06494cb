extension TextState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: String.self)
  }
}

extension ButtonState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.define(Self.self, description: "A button, and the action that pressing it sends.") {
      let object = ObjectSchema(builder)
      object.add("label", TextState.self)
      object.add("role", ButtonStateRole?.self)
      object.add(
        "action", Action?.self,
        description: "To be sent as `presented`; without one the button only closes.")
      return object.schema
    }
  }
}

extension AlertState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.define(Self.self, description: "An alert.") {
      let object = ObjectSchema(builder)
      object.add("title", TextState.self)
      object.add("message", TextState?.self)
      object.add("buttons", [ButtonState<Action>]?.self)
      return object.schema.marked(.alert)
    }
  }
}

extension ConfirmationDialogState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.define(Self.self, description: "A dialog that asks which of several actions to take.") {
      let object = ObjectSchema(builder)
      object.add("title", TextState.self)
      object.add(
        "titleVisibility", ConfirmationDialogStateTitleVisibility?.self,
        description: "Whether to show the title.")
      object.add("message", TextState?.self)
      object.add("buttons", [ButtonState<Action>]?.self)
      return object.schema.marked(.confirmationDialog)
    }
  }
}
