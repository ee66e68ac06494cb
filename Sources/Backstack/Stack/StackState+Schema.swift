/// The encoded entries, or bare elements, which get new ids.
extension StackState: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let element = builder.schema(of: Element.self)
    // Ids from a client leave room for those that the store will generate after them.
    let largest =
      builder.audience == .reader
      ? StackElementID.maximumGeneration : StackElementID.maximumDecodedGeneration
    let entry = JSONSchema([
      "type": "object",
      "properties": [
        "id": StackElementID.jsonSchema(atMost: largest).literal,
        "state": element.literal,
      ],
      "required": ["id", "state"],
    ])
    if builder.audience == .reader { return .array(of: entry).marked(.stack) }
    return .array(of: JSONSchema(["anyOf": [entry.literal, element.literal]])).marked(.stack)
  }
}

extension StackElementID: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    jsonSchema(atMost: maximumGeneration)
  }

  fileprivate static func jsonSchema(atMost maximum: Int) -> JSONSchema {
    JSONSchema(["type": "integer", "minimum": 0, "maximum": .number("\(maximum)")])
  }
}

/// A push is included only where clients may send one, and then without an id.
extension StackAction: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let cases = CasesSchema(builder)
    cases.add("element", description: "An action of the element with an id.") { fields in
      fields.add("id", StackElementID.self)
      fields.add("action", Action.self)
    }
    cases.add(
      "popFrom", description: "Takes the element with an id off the stack, and all above it."
    ) { fields in fields.add("id", StackElementID.self) }
    if builder.audience == .reader || builder.takesPushes {
      cases.add("push", schema: push(in: builder), description: "Puts a new element on the stack.")
    }
    return cases.schema
  }

  private static func push(in builder: SchemaBuilder) -> JSONSchema {
    let fields = ObjectSchema(builder)
    if builder.audience == .reader { fields.add("id", StackElementID?.self) }
    fields.add("state", State.self)
    var schema = fields.schema
    if builder.audience == .sender { schema["not"] = ["required": ["id"]] }
    return schema
  }
}
