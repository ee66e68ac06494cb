public import FoundationEssentials

extension UUID: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema([
      "type": "string", "format": "uuid",
      "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ])
  }
}

/// ISO 8601 in UTC with whole seconds, such as `2030-01-31T23:59:59Z`. Decoding may accept other
/// forms, but doesn't promise to.
extension Date: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string", "format": "date-time"])
  }
}

extension URL: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string", "format": "uri-reference"])
  }
}

/// Base64.
extension Data: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string", "contentEncoding": "base64"])
  }
}

extension Decimal: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "number"])
  }
}
