import Foundation

/// An independent implementation of RFC 6902, from PyPI, that applies our patches.
package enum PatchJudge {
  /// A patch and the documents that it is to lead from and to.
  package struct Case: Sendable {
    package let old: String
    package let patch: String
    package let new: String

    package init(old: String, patch: String, new: String) {
      (self.old, self.patch, self.new) = (old, patch, new)
    }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// What is wrong with each patch, `nil` where it makes the new document of the old one.
  package static func judge(_ cases: [Case]) throws -> [String?] {
    let input = cases.map { "[\($0.old),\($0.patch),\($0.new)]" }.joined(separator: ",\n")
    let output = try run("[\(input)]")
    return try JSONDecoder().decode([String?].self, from: output)
  }

  private static func run(_ input: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let python = folder.appending(path: "../../.build/python/bin/python").standardized
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "The judge is not installed: run `make packages-test`.")
    }
    // A file rather than a pipe, which might fill up while nobody reads the other one.
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = python
    process.arguments = [folder.appending(path: "apply.py").path]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "The judge failed with \(process.terminationStatus).")
    }
    return data
  }
}
