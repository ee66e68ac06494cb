import BackstackTestSupport
import Foundation

/// The compiler that this was built with, asked what it says of a source.
struct TypeChecker {
  /// Something that it says of a line.
  struct Message: Hashable {
    /// Counted from 1.
    let line: Int
    let severity: String
    let text: String
  }

  /// How far the compiler goes.
  enum Extent: String {
    case types = "-typecheck"
    /// To where it makes code, without optimizing it: only then are the bodies checked that are in members
    /// which macros add.
    case code = "-emit-silgen"
  }

  /// Checks a source as one that is part of a package of somebody's own.
  ///
  /// A message of a macro's expansion is one of the line that the expansion is of.
  ///
  /// - Throws: What prevents the compiler from being run, or ``Crash``.
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
        "-load-plugin-executable", "\(macros)#BackstackMacros",
        "-module-cache-path", products.appending(path: "ModuleCache").path,
        "-diagnostic-style", "swift", file,
      ], errors: .withOutput)
    let output = try compiler.output.rest()
    let code = try compiler.wait()
    guard code == 0 || code == 1, !output.contains("Stack dump:") else {
      throw Crash(description: "The compiler ended with \(code):\n\(output)")
    }
    return Self.messages(in: output, of: file)
  }

  /// The compiler ended before it was done.
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

  /// What begins with a place, such as `/tmp/Source.swift:3:5: error: …`.
  ///
  /// One of an expansion is at `macro expansion @Reducer:3:5`, and the note after it at the place in the
  /// source, behind an indentation that is drawn.
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
