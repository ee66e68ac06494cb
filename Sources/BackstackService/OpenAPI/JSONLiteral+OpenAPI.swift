import BackstackCoding

/// The parts of which an OpenAPI document is written.
extension JSONLiteral {
  /// Returns a reference to the component with this name.
  static func schema(_ name: String) -> Self { reference("schemas", name) }
  static func parameter(_ name: String) -> Self { reference("parameters", name) }
  static func header(_ name: String) -> Self { reference("headers", name) }
  static func response(_ name: String) -> Self { reference("responses", name) }

  private static func reference(_ kind: String, _ name: String) -> Self {
    ["$ref": .string("#/components/\(kind)/\(name)")]
  }

  /// Returns the content of a request or a response, whose value has a schema.
  static func content(_ schema: Self, type: String = "application/json") -> Self {
    .object([Member(type, ["schema": schema])])
  }

  /// Returns a text of whole lines: the last line ends with a line break, too. YAML shows such a
  /// text line by line.
  static func lines(_ text: String) -> Self { .string(text + "\n") }
}
