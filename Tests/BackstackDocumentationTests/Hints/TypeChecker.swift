import BackstackTestSupport
import Foundation

/// The Swift compiler, which checks the sources of tests.
struct TypeChecker {
  /// A message of the compiler about a line.
  struct Message: Hashable {
    /// The number of the line, counted from 1.
    let line: Int
    let severity: String
    let text: String
  }

  /// The last stage that the compiler runs.
  enum Extent: String {
    case types = "-typecheck"
    /// Up to the generation of code, without optimization: only then does it check the bodies of
    /// members that macros add.
    case code = "-emit-silgen"
  }

  /// Returns the compiler's messages about a source, which is checked as a part of another package.
  ///
  /// A message about a macro's expansion counts for the line of the macro.
  ///
  /// - Throws: An error if the compiler can't be run, or ``Crash``.
  func messages(for source: String, as extent: Extent = .types) throws -> [Message] {
    let folder = TemporaryFolder()
    folder.write(source, to: "Source.swift")
    let file = folder.file("Source.swift")
    let products = ChildProcess.products
    let macros = products.appending(path: "BackstackMacros-tool").path
    let compiler = try ChildProcess(
      "swiftc",
      [
        extent.rawValue, "-o", "/dev/null", "-swift-version", "6",
        "-I", products.appending(path: "Modules").path,
        // A C module, which the modules of the package import.
        "-I", Self.root.appending(path: "Sources/BackstackLinux/include").path,
        "-load-plugin-executable", "\(macros)#BackstackMacros",
        "-module-cache-path", products.appending(path: "ModuleCache").path,
        "-diagnostic-style", "swift", file,
      ], errors: .withOutput)
    let output = try compiler.output.rest()
    let code = compiler.wait()
    guard code == 0 || code == 1, !output.contains("Stack dump:") else {
      throw Crash(description: "The compiler ended with \(code):\n\(output)")
    }
    return Self.messages(in: output, of: file)
  }

  /// The folder of the package.
  private static let root = (1...4).reduce(URL(filePath: #filePath)) { file, _ in
    file.deletingLastPathComponent()
  }

  /// The compiler crashed.
  struct Crash: Error, CustomStringConvertible {
    let description: String
  }

  private static func messages(in output: String, of file: String) -> [Message] {
    var messages: [Message] = []
    var ofExpansion: Line?
    for line in output.split(separator: "\n").compactMap({ Line($0) }) {
      if line.severity != "note" {
        ofExpansion = line.file == file ? nil : line
        if ofExpansion == nil { messages.append(line.message(at: line.number)) }
      } else if let found = ofExpansion, line.file == "`- " + file {
        messages.append(found.message(at: line.number))
        ofExpansion = nil
      }
    }
    return messages
  }

  /// A line of output that begins with a location, such as `/tmp/Source.swift:3:5: error: …`.
  ///
  /// A message about an expansion has the location `macro expansion @Reducer:3:5`; the note after
  /// it has the location in the source, after a drawn indentation.
  private struct Line {
    let file: String
    let number: Int
    let severity: String
    private let text: String

    init?(_ line: Substring) {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, let number = Int(parts[1]), Int(parts[2]) != nil else { return nil }
      file = String(parts[0])
      self.number = number
      severity = String(parts[3].drop { $0 == " " })
      text = String(parts[4].drop { $0 == " " })
    }

    func message(at number: Int) -> Message {
      Message(line: number, severity: severity, text: text)
    }
  }
}
