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

  /// Checks a source as one that is part of a package of somebody's own.
  ///
  /// - Throws: What prevents the compiler from being run.
  func messages(for source: String) throws -> [Message] {
    let folder = TemporaryFolder()
    folder.write(source, to: "Source.swift")
    let file = folder.file("Source.swift")
    let products = ChildProcess.products
    let macros = products.appending(path: "BackstackMacros-tool").path
    let compiler = try ChildProcess(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-I", products.appending(path: "Modules").path,
        "-load-plugin-executable", "\(macros)#BackstackMacros",
        "-module-cache-path", products.appending(path: "ModuleCache").path,
        "-diagnostic-style", "llvm", file,
      ], errors: .withOutput)
    let output = try compiler.output.rest()
    _ = try compiler.wait()
    return output.split(separator: "\n").compactMap { Self.message(in: $0, of: file) }
  }

  /// `/tmp/Source.swift:3:5: error: …`
  private static func message(in line: Substring, of file: String) -> Message? {
    guard line.hasPrefix(file + ":") else { return nil }
    let parts = line.dropFirst(file.count + 1).split(separator: ":", maxSplits: 3)
    guard parts.count == 4, let number = Int(parts[0]) else { return nil }
    let severity = parts[2].drop { $0 == " " }
    guard severity != "note" else { return nil }
    return Message(
      line: number, severity: String(severity), text: String(parts[3].drop { $0 == " " }))
  }
}
