import BackstackSchema
import Foundation

/// An independent validator, from PyPI, that judges our schemas.
enum Validator {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Which of some documents a schema takes.
  static func judge(_ instances: [String], by schema: JSONSchema) throws -> [Bool] {
    let input = """
      {"schema": \(schema.literal.json), "instances": [\(instances.joined(separator: ","))]}
      """
    let output = try run(input, [])
    return try JSONDecoder().decode([Bool].self, from: output)
  }

  /// What is wrong with an OpenAPI document.
  static func problems(inOpenAPI document: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: run(document, ["--openapi"]))
  }

  /// Whether a text in YAML is the same as one in JSON.
  static func isSame(yaml: String, json: String) throws -> Bool {
    let input = #"{"yaml": \#(JSONLiteral.string(yaml).json), "json": \#(json)}"#
    return try JSONDecoder().decode(
      [Bool].self, from: Data("[".utf8) + run(input, ["--same"]) + Data("]".utf8))
      == [true]
  }

  private static func run(_ input: String, _ arguments: [String]) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let python = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: ".build/python/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "The validator is not installed: run `make packages-test`.")
    }
    // A file rather than a pipe, which might fill up while nobody reads the other one.
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = python
    process.arguments = [folder.appending(path: "validate.py").path] + arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "The validator failed with \(process.terminationStatus).")
    }
    return data
  }
}
