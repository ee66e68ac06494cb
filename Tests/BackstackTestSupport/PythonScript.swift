package import Foundation

/// A Python program that checks our output. It runs in the environment that `make packages-test`
/// installs.
package struct PythonScript: Sendable {
  /// The reason that the program gave no result.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns the Python interpreter that has the packages.
  ///
  /// - Throws: ``Failure`` when it is not installed.
  package static func interpreter() throws -> URL {
    let python = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../.build/python/bin/python").standardized
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "The Python packages are not installed: run `make packages-test`.")
    }
    return python
  }

  private let path: String

  /// - Parameter file: The `#filePath` of the caller, in whose folder the script is.
  package init(_ name: String, besides file: String = #filePath) {
    path = URL(filePath: file).deletingLastPathComponent().appending(path: name).path
  }

  /// Returns the script's output for an input.
  ///
  /// - Throws: ``Failure`` when it fails.
  package func output(for input: String, _ arguments: [String] = []) throws -> Data {
    // A file rather than a pipe: a pipe could fill up while the output is not read yet.
    let folder = TemporaryFolder()
    folder.write(input, to: "input")
    let process = try ChildProcess(
      Self.interpreter().path, ["-B", path] + arguments, input: folder.file("input"))
    let output = try process.output.rest()
    let code = process.wait()
    guard code == 0 else { throw Failure(description: "\(path) failed with \(code).") }
    return Data(output.utf8)
  }
}
