package import Foundation

/// A program in Python that judges what we make, run with what `make packages-test` installs.
package struct PythonScript: Sendable {
  /// Why nothing was judged.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The Python that has the packages.
  ///
  /// - Throws: ``Failure`` when it is not installed.
  package static func interpreter() throws -> URL {
    let python = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../.build/python/bin/python").standardized
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "The judges are not installed: run `make packages-test`.")
    }
    return python
  }

  private let path: String

  /// - Parameter file: The `#filePath` of who uses it, in whose folder it is.
  package init(_ name: String, besides file: String = #filePath) {
    path = URL(filePath: file).deletingLastPathComponent().appending(path: name).path
  }

  /// What it prints for an input.
  ///
  /// - Throws: ``Failure`` when it fails.
  package func output(for input: String, _ arguments: [String] = []) throws -> Data {
    // A file rather than a pipe, which might fill up while nobody reads the other one.
    let folder = TemporaryFolder()
    folder.write(input, to: "input")
    let process = try ChildProcess(
      Self.interpreter().path, [path] + arguments, input: folder.file("input"))
    let output = try process.output.rest()
    let code = try process.wait()
    guard code == 0 else { throw Failure(description: "\(path) failed with \(code).") }
    return Data(output.utf8)
  }
}
