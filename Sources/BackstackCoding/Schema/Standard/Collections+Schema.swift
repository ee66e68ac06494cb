extension Array: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    .array(of: builder.schema(of: Element.self))
  }
}

extension ContiguousArray: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    .array(of: builder.schema(of: Element.self))
  }
}

/// An array; its elements need not be unique, as decoding accepts duplicates.
extension Set: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    .array(of: builder.schema(of: Element.self))
  }
}

/// An object if the keys are strings, integers or `CodingKeyRepresentable`, otherwise an array that
/// alternates between keys and values.
extension Dictionary: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    let values = builder.schema(of: Value.self)
    if Key.self == String.self || Key.self is any CodingKeyRepresentable.Type {
      return JSONSchema(["type": "object", "additionalProperties": values.literal])
    }
    if Key.self == Int.self {
      return JSONSchema([
        "type": "object", "propertyNames": ["pattern": "^[+-]?[0-9]+$"],
        "additionalProperties": values.literal,
      ])
    }
    let keys = builder.schema(of: Key.self)
    return .array(of: JSONSchema(["anyOf": [keys.literal, values.literal]]))
  }
}

extension JSONSchema {
  /// Returns the schema of arrays whose elements match another schema.
  public static func array(of elements: JSONSchema) -> JSONSchema {
    var schema = JSONSchema(["type": "array"])
    if elements != .any { schema["items"] = elements.literal }
    return schema
  }
}
