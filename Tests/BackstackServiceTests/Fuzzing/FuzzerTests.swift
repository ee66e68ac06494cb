import BackstackService
import BackstackServiceTesting
import FoundationEssentials
import Testing

@Suite("The fuzzer for hosted features")
struct FuzzerTests {
  private func report(
    _ mistake: Fragile.Mistake, attempts: Int = 2000, secondsPerStep: Int = 20
  ) async throws -> FuzzReport {
    var fuzzer = FeatureFuzzer(
      Fragile.feature(mistake), expression: "Fragile.feature(.\(mistake.rawValue))")
    fuzzer.maximumFindings = 1
    fuzzer.maximumAttempts = attempts
    fuzzer.secondsPerStep = secondsPerStep
    return try await fuzzer.run(seed: 1, sessions: 80, steps: 30)
  }

  @Test(
    "A crash is reported with a test that reproduces it",
    arguments: [Fragile.Mistake.reducer, .effect, .tick, .resumed])
  func traps(mistake: Fragile.Mistake) async throws {
    let finding = try #require(try await report(mistake).findings.first)
    #expect(finding.inconsistency.kind == .trap)
    try finding.expectCompiled()
  }

  @Test("The reported test reproduces the crash")
  func reproduction() async {
    await #expect(processExitsWith: .failure) {
      try await TickReproduction().`fragile withstands a client (trap)`()
    }
  }

  @Test(
    "An error without a crash is reported with the response that shows it",
    arguments: zip([Fragile.Mistake.infinity, .issue], [Inconsistency.Kind.serverError, .issue]))
  func answers(mistake: Fragile.Mistake, kind: Inconsistency.Kind) async throws {
    let finding = try #require(try await report(mistake).findings.first)
    #expect(finding.inconsistency.kind == kind)
    try finding.expectCompiled()
  }

  @Test("An endless loop is stopped and reported")
  func loop() async throws {
    // Each attempt to shrink the steps would take as long again.
    let report = try await report(.loop, attempts: 0, secondsPerStep: 1)
    let finding = try #require(report.findings.first)
    #expect(finding.inconsistency.kind == .hang)
    #expect(finding.steps.last?.contains("name") == true)
  }

  @Test("A feature without mistakes yields no findings")
  func fine() async throws {
    let report = try await report(.none)
    #expect(report.findings.isEmpty, "\(report)")
    #expect(report.steps > 1000)
  }
}

extension FuzzFinding {
  /// Expects that the code is in the file that is compiled with the tests.
  func expectCompiled(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Reproductions.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let lines = code.split(separator: "\n")
    for line in lines.prefix(while: { $0 != "@Test" }) {
      #expect(source.contains("\n\(line)\n"), "\(code)", sourceLocation: sourceLocation)
    }
    let test = lines.drop { $0 != "@Test" }.map { "  \($0)\n" }.joined()
    #expect(source.contains(test), "\(test)", sourceLocation: sourceLocation)
  }
}
