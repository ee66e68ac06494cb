extension SchemaBuilder {
  /// Returns the schema of a type that is coded as its raw value: those of its cases if it is
  /// `CaseIterable`, otherwise any raw value.
  func rawValueSchema<Value: RawRepresentable>(of type: Value.Type) -> JSONSchema {
    guard let cases = type as? any CaseIterable.Type else { return schema(of: Value.RawValue.self) }
    return rawValueSchema(of: Self.allCases(of: cases).compactMap { ($0 as? Value)?.rawValue })
  }

  /// Returns the schema that matches the given raw values.
  public func rawValueSchema<RawValue>(of rawValues: [RawValue]) -> JSONSchema {
    let literals = rawValues.compactMap { value -> JSONLiteral? in
      switch value {
      case let text as String: .string(text)
      case let number as any BinaryInteger: .number("\(number)")
      default: nil
      }
    }
    guard literals.count == rawValues.count, !literals.isEmpty else {
      return schema(of: RawValue.self)
    }
    let type = schema(of: RawValue.self)["type"] ?? "string"
    return JSONSchema(["type": type, "enum": .array(literals)])
  }

  private static func allCases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.map { $0 }
  }
}
