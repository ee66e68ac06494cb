import BackstackCoding
import BackstackTestSupport
import Foundation

/// An independent validator from PyPI, which checks our schemas.
enum Validator {
  private static let script = PythonScript("validate.py")

  /// Returns for each document whether the schema accepts it.
  static func judge(_ instances: [String], by schema: JSONSchema) throws -> [Bool] {
    let input = """
      {"schema": \(schema.literal.json), "instances": [\(instances.joined(separator: ","))]}
      """
    let output = try script.output(for: input)
    return try JSONDecoder().decode([Bool].self, from: output)
  }

  /// Returns the mistakes in an OpenAPI document.
  static func problems(inOpenAPI document: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: script.output(for: document, ["--openapi"]))
  }

  /// Returns whether a YAML document and a JSON document are equal.
  static func isSame(yaml: String, json: String) throws -> Bool {
    let input = #"{"yaml": \#(JSONLiteral.string(yaml).json), "json": \#(json)}"#
    return try JSONDecoder().decode(
      [Bool].self, from: Data("[".utf8) + script.output(for: input, ["--same"]) + Data("]".utf8))
      == [true]
  }
}
