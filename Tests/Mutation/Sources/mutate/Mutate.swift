import Foundation
import Mutation

/// Makes many small changes to the package's sources, and prints those that no test notices.
@main
struct Mutate {
  static func main() {
    do {
      var mutate = try Mutate()
      try mutate.run()
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private let options = Options(ProcessInfo.processInfo.environment)
  private let workspace = Workspace(root: URL(filePath: FileManager.default.currentDirectoryPath))
  private let equivalent: EquivalentMutants
  private var files: [MutatedFile] = []
  private var results: Results
  private var targets: [String: String] = [:]

  /// A mutant, its file and its id.
  private struct Candidate {
    let file: MutatedFile
    let mutant: Mutant
    let id: Int
    var name: String { file.name(of: mutant) }
  }

  private init() throws {
    equivalent = EquivalentMutants(try workspace.text("Tests/Mutation/equivalent.txt"))
    results = Results(workspace.folder.appending(path: "results"))
    var count = 0
    let modules = Options([:]).modules
    for path in try workspace.paths() where path.hasSuffix(".swift") {
      let parts = path.split(separator: "/")
      guard parts[0] == "Sources", modules.contains(String(parts[1])) else { continue }
      var file = MutatedFile(path: path, source: try workspace.text(path))
      file.firstID = count
      count += file.mutants.count
      files.append(file)
    }
  }

  private mutating func run() throws {
    var build = Build(workspace, files)
    try build.run()
    var sources = Fingerprint()
    for path in try workspace.paths() where path.hasPrefix("Sources/") {
      sources.add(try workspace.text(path))
    }
    let count = files.reduce(0) { $0 + $1.mutants.count }
    say("Running each suite once.")
    var suites = Suites(workspace, options, sources: sources.text)
    let needed = Set(options.modules.flatMap(Options.testTargets(of:)))
    try suites.measure(needed, mutants: count)
    for target in needed { targets[target] = try suites.tests(target) }
    nameUnknownEquivalents()
    let samples = options.modules.map { ($0, sample($0, build)) }
    try attempt(samples, suites)
    report(samples)
  }

  /// Tries the remaining mutants of all modules in turn, until the time is over.
  private mutating func attempt(_ samples: [(String, [Candidate])], _ suites: Suites) throws {
    let end = ContinuousClock.now + .seconds(options.minutes * 60)
    for index in 0..<(samples.map(\.1.count).max() ?? 0) {
      for (module, candidates) in samples where index < candidates.count {
        let candidate = candidates[index]
        if result(candidate, module) != nil { continue }
        if ContinuousClock.now > end { return }
        var result = try attempt(candidate, module, suites)
        result.source = candidate.file.fingerprint
        result.tests = testsFingerprint(module)
        try results.add(candidate.name, result)
      }
    }
  }

  private func result(_ candidate: Candidate, _ module: String) -> Results.Result? {
    results.result(
      candidate.name, source: candidate.file.fingerprint, tests: testsFingerprint(module))
  }

  private func nameUnknownEquivalents() {
    let known = Set(files.flatMap { file in file.mutants.map { file.name(of: $0) } })
    for name in equivalent.reasons.keys.sorted() where !known.contains(name) {
      say("equivalent.txt names an unknown mutant: \(name)")
    }
  }

  /// Returns the mutants of a module to try, in the order of the seed, without equivalent ones.
  private func sample(_ module: String, _ build: Build) -> [Candidate] {
    var candidates: [Candidate] = []
    for file in files where file.module == module && options.includes(file) {
      for (index, mutant) in file.mutants.enumerated()
      where !mutant.isHarmless && build.compiles(mutant, in: file) {
        let candidate = Candidate(file: file, mutant: mutant, id: file.firstID + index)
        if equivalent.reasons[candidate.name] == nil { candidates.append(candidate) }
      }
    }
    say("\(module): \(candidates.count) mutants that compile and are not equivalent.")
    let order = candidates.map { (Fingerprint(options.seed, $0.name).mixed, $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    return Array(order.prefix(options.sample ?? order.count))
  }

  private func testsFingerprint(_ module: String) -> String {
    var fingerprint = Fingerprint()
    for target in Options.testTargets(of: module) { fingerprint.add(targets[target]!) }
    fingerprint.add("\(options.slowest)")
    return fingerprint.text
  }

  /// Runs the suites that reach a mutant, the fast ones first, until a test fails.
  private func attempt(
    _ candidate: Candidate, _ module: String, _ suites: Suites
  ) throws -> Results.Result {
    let first = Options.testTargets(of: module)[0]
    let able = Options.testTargets(of: module)
    let reaching = suites.all.filter {
      $0.passes && able.contains($0.target) && $0.reached[candidate.id] != 0
    }
    var result = Results.Result(isReached: !reaching.isEmpty, source: "", tests: "")
    let bounds = [(first, 0.6), (first, 3), ("", 0.6), ("", 3), ("", 10), ("", .infinity)]
    var tried: Set<String> = []
    for (target, bound) in bounds {
      let group = reaching.filter {
        $0.seconds <= min(bound, options.slowest) && (target.isEmpty || $0.target == target)
          && !tried.contains($0.name)
      }
      if group.isEmpty { continue }
      tried.formUnion(group.map(\.name))
      let limit = 15 + 4 * group.reduce(0) { $0 + $1.seconds }
      let outcome = try suites.run(
        group, limit: limit, variables: [MutantSwitch.activeVariable: String(candidate.id)],
        isHasty: true)
      switch outcome {
      case .passed, .nothing: continue
      case .failed(let test): result.noticedBy = test
      case .hung: result.noticedBy = "the time limit"
      }
      break
    }
    say(
      "  \(result.noticedBy ?? (result.isReached ? "SURVIVED" : "NOT REACHED")) – \(candidate.name)"
    )
    return result
  }

  private func report(_ samples: [(String, [Candidate])]) {
    say("\nMutants that no test noticed:")
    var lines: [String] = []
    var all = MutationScore()
    for (module, candidates) in samples {
      var score = MutationScore()
      for candidate in candidates {
        guard let result = result(candidate, module) else { continue }
        score.tried += 1
        if result.noticedBy != nil {
          score.noticed += 1
        } else {
          score.unreached += result.isReached ? 0 : 1
          say(candidate.name)
          say("    line \(candidate.mutant.line)\(result.isReached ? "" : ", not reached")")
        }
      }
      lines.append(line(module, score))
      all.add(score)
    }
    say("")
    for line in lines + [line("all", all)] { say(line) }
  }

  private func line(_ name: String, _ score: MutationScore) -> String {
    "\(name): \(score.percentage) %, \(score.noticed) of \(score.tried) noticed, "
      + "\(score.tried - score.noticed) survived, \(score.unreached) of them not reached"
  }
}
