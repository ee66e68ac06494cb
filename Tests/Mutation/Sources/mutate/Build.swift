import Foundation
import Mutation

/// The build of all mutants, which excludes those that don't compile.
struct Build {
  let workspace: Workspace
  let files: [MutatedFile]
  /// The names of the mutants that don't compile, with the fingerprints of their files.
  private var dropped: Set<String>
  private var list: URL { workspace.folder.appending(path: "uncompilable") }

  init(_ workspace: Workspace, _ files: [MutatedFile]) {
    self.workspace = workspace
    self.files = files
    let list = workspace.folder.appending(path: "uncompilable")
    let text = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    dropped = Set(text.split(separator: "\n").map(String.init))
  }

  func compiles(_ mutant: Mutant, in file: MutatedFile) -> Bool {
    !dropped.contains(key(mutant, file))
  }

  private func key(_ mutant: Mutant, _ file: MutatedFile) -> String {
    "\(file.fingerprint) \(file.name(of: mutant))"
  }

  mutating func run() throws {
    for round in 1... {
      try workspace.update(files) { file, mutant in !compiles(mutant, in: file) }
      let log = workspace.folder.appending(path: "build.log")
      say("Compiling the mutants (round \(round)); the log is \(log.path).")
      let outcome = try TestProcess(
        command: [
          "/usr/bin/env", "swift", "build", "--build-tests", "-Xswiftc", "-suppress-warnings",
        ],
        environment: ProcessInfo.processInfo.environment, folder: workspace.copy, log: log,
        limit: 7200
      ).run(isHasty: false)
      if case .passed = outcome { return }
      let output = try String(contentsOf: log, encoding: .utf8)
      let count = try drop(BuildErrors(output: output))
      if count == 0 {
        let errors = Set(output.split(separator: "\n").filter { $0.contains(" error: ") }).sorted()
        throw Failure("No mutant has caused these errors:\n" + errors.joined(separator: "\n"))
      }
      say("  \(count) don't compile.")
      try Data(dropped.sorted().joined(separator: "\n").utf8).write(to: list)
    }
  }

  private mutating func drop(_ errors: BuildErrors) throws -> Int {
    let before = dropped.count
    for (path, places) in Dictionary(grouping: errors.places, by: \.path) {
      guard let file = files.first(where: { path.hasSuffix("/package/" + $0.path) }) else {
        continue
      }
      let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      for id in BuildErrors.mutants(in: text, at: places) {
        dropped.insert(key(file.mutants[id - file.firstID], file))
      }
    }
    return dropped.count - before
  }
}

/// The error that ends the tool.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
