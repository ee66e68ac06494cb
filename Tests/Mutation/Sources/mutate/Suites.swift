import Foundation
import Mutation

/// A suite, its duration, and the mutants that it reaches.
struct Suite: Codable {
  /// The target and the suite: `Target.Suite`.
  let name: String
  /// A fingerprint of the sources and the tests.
  let fingerprint: String
  var seconds: Double
  /// Whether the suite passes while no mutant is active.
  var passes: Bool
  /// A byte for each mutant, which is set if the suite reaches the mutant.
  var reached: Data

  var target: String { String(name.prefix { $0 != "." }) }

  /// A regular expression that matches the ids of the suite's tests.
  var filter: String {
    let escaped = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? String($0) : "\\\($0)" }
    return "^" + escaped.joined() + (name.hasSuffix(")") ? "" : "/")
  }
}

/// Runs the suites of the compiled copy.
struct Suites {
  let workspace: Workspace
  let options: Options
  let sources: String
  private(set) var all: [Suite] = []

  init(_ workspace: Workspace, _ options: Options, sources: String) {
    self.workspace = workspace
    self.options = options
    self.sources = sources
  }

  /// Runs each suite of the targets once, unless nothing has changed since its last run.
  mutating func measure(_ targets: Set<String>, mutants count: Int) throws {
    let folder = workspace.folder.appending(path: "suites")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let reached = workspace.folder.appending(path: "reached")
    var texts: [String: [String]] = [:]
    for target in targets { texts[target] = try paths(of: target).map(workspace.text) }
    for name in try names() {
      let target = String(name.prefix { $0 != "." })
      guard let texts = texts[target] else { continue }
      let fingerprint = Fingerprint(sources, Self.declaration(of: name, in: texts), "\(count)").text
      let file = folder.appending(path: Fingerprint(name).text + ".json")
      if let data = try? Data(contentsOf: file),
        let suite = try? JSONDecoder().decode(Suite.self, from: data),
        suite.fingerprint == fingerprint
      {
        all.append(suite)
        continue
      }
      var suite = Suite(
        name: name, fingerprint: fingerprint, seconds: 0, passes: false, reached: Data())
      try Data(count: max(1, count)).write(to: reached)
      let start = ContinuousClock.now
      let outcome = try run(
        [suite], limit: 600, variables: [MutantSwitch.reachedVariable: reached.path], isHasty: false
      )
      suite.seconds = (ContinuousClock.now - start) / .seconds(1)
      suite.reached = try Data(contentsOf: reached)
      switch outcome {
      case .passed, .nothing: suite.passes = true
      case .failed(let test):
        say("  \(name) is left out: without a mutant, \(test) fails.")
      case .hung: say("  \(name) is left out: without a mutant, it does not end.")
      }
      try JSONEncoder().encode(suite).write(to: file)
      all.append(suite)
    }
  }

  /// Returns the texts that declare a suite, or those of the whole target if none appears to.
  ///
  /// A change of the code that suites share is not worth running all of them again.
  private static func declaration(of name: String, in texts: [String]) -> String {
    let suite = name.drop { $0 != "." }.dropFirst()
    let declaring = texts.filter { text in
      ["struct", "class", "actor", "enum", "extension"].contains {
        text.contains("\($0) \(suite) ")
      }
    }
    return (declaring.isEmpty ? texts : declaring).joined()
  }

  /// Returns a fingerprint of the current tests of a target.
  func tests(_ target: String) throws -> String {
    var fingerprint = Fingerprint()
    for path in try paths(of: target) {
      fingerprint.add(path)
      fingerprint.add(try workspace.text(path))
    }
    return fingerprint.text
  }

  private func paths(of target: String) throws -> [String] {
    try workspace.paths().filter { path in
      path.hasPrefix("Tests/\(target)/") && path.hasSuffix(".swift")
    }
  }

  func run(
    _ suites: [Suite], limit: Double, variables: [String: String], isHasty: Bool
  ) throws -> TestProcess.Outcome {
    let temporary = workspace.folder.appending(path: "temporary")
    try? FileManager.default.removeItem(at: temporary)
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = temporary.path
    environment["NO_COLOR"] = "1"
    // Tests that examine backtraces enable them; a backtrace of a mutant would take seconds.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment.merge(variables) { $1 }
    let executable = workspace.copy.appending(path: ".build/debug/backstackPackageTests.xctest")
      .path
    return try TestProcess(
      command: [executable, "--testing-library", "swift-testing"]
        + suites.flatMap { ["--filter", $0.filter] },
      environment: environment, folder: workspace.copy,
      log: workspace.folder.appending(path: "run.log"), limit: limit
    ).run(isHasty: isHasty)
  }

  private func names() throws -> [String] {
    let log = workspace.folder.appending(path: "list.log")
    let outcome = try TestProcess(
      command: ["/usr/bin/env", "swift", "test", "list", "--skip-build"],
      environment: ProcessInfo.processInfo.environment, folder: workspace.copy, log: log, limit: 300
    ).run(isHasty: false)
    guard case .passed = outcome else { throw Failure("The tests can't be listed: \(log.path).") }
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let names = lines.filter { $0.contains(/^\w+Tests\./) }.map { line in
      String(line.prefix { $0 != "/" })
    }
    return Set(names).sorted()
  }
}
