extension Bool: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "boolean"])
  }
}

extension String: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string"])
  }
}

extension FixedWidthInteger where Self: SchemaRepresentable {
  /// Returns the schema of an integer within the type's bounds.
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema([
      "type": "integer", "minimum": .number("\(min)"), "maximum": .number("\(max)"),
    ])
  }
}

extension Int: SchemaRepresentable {}
extension Int8: SchemaRepresentable {}
extension Int16: SchemaRepresentable {}
extension Int32: SchemaRepresentable {}
extension Int64: SchemaRepresentable {}
extension Int128: SchemaRepresentable {}
extension UInt: SchemaRepresentable {}
extension UInt8: SchemaRepresentable {}
extension UInt16: SchemaRepresentable {}
extension UInt32: SchemaRepresentable {}
extension UInt64: SchemaRepresentable {}
extension UInt128: SchemaRepresentable {}

extension BinaryFloatingPoint where Self: SchemaRepresentable {
  /// Returns the schema of a number.
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "number"])
  }
}

extension Double: SchemaRepresentable {}
extension Float: SchemaRepresentable {}

extension Optional: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    builder.schema(of: Wrapped.self).orNull
  }
}

extension Never: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema { .nothing }
}

/// A type without a wire form, whose schema is that of any value.
extension Result: SchemaRepresentable {}
