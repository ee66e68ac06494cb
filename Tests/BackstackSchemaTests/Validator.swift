import BackstackSchema
import BackstackTestSupport
import Foundation

/// An independent validator, from PyPI, that judges our schemas.
enum Validator {
  private static let script = PythonScript("validate.py")

  /// Which of some documents a schema takes.
  static func judge(_ instances: [String], by schema: JSONSchema) throws -> [Bool] {
    let input = """
      {"schema": \(schema.literal.json), "instances": [\(instances.joined(separator: ","))]}
      """
    let output = try script.output(for: input)
    return try JSONDecoder().decode([Bool].self, from: output)
  }

  /// What is wrong with an OpenAPI document.
  static func problems(inOpenAPI document: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: script.output(for: document, ["--openapi"]))
  }

  /// Whether a text in YAML is the same as one in JSON.
  static func isSame(yaml: String, json: String) throws -> Bool {
    let input = #"{"yaml": \#(JSONLiteral.string(yaml).json), "json": \#(json)}"#
    return try JSONDecoder().decode(
      [Bool].self, from: Data("[".utf8) + script.output(for: input, ["--same"]) + Data("]".utf8))
      == [true]
  }
}
