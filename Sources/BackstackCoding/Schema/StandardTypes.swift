public import FoundationEssentials

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
    if Key.self == UUID.self {
      return JSONSchema([
        "type": "object", "propertyNames": ["format": "uuid"],
        "additionalProperties": values.literal,
      ])
    }
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

extension UUID: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema([
      "type": "string", "format": "uuid",
      "pattern": "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
    ])
  }
}

/// ISO 8601 in UTC to the millisecond, such as `2030-01-31T23:59:59.250Z`; without a fraction if it is a
/// whole second. Decoding may accept other forms, but doesn't promise to.
extension Date: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string", "format": "date-time"])
  }
}

/// ISO 8601 in seconds, such as `PT60S` and `PT0.25S`.
extension Duration: SchemaRepresentable {
  public static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
    JSONSchema(["type": "string", "format": "duration"])
  }
}

/// A dictionary with ids as keys is an object.
// swift-format-ignore: AvoidRetroactiveConformances
extension UUID: @retroactive CodingKeyRepresentable {
  public var codingKey: any CodingKey { JSONCodingKey.key(uuidString) }

  public init?(codingKey: some CodingKey) { self.init(uuidString: codingKey.stringValue) }
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
