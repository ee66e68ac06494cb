import BackstackLocking
public import BackstackService
import Dispatch
import Testing

/// Looks for what a client could bring about in a hosted feature that should not happen: that the
/// server ends, an answer of 500, a state that can't be read again.
///
/// ```swift
/// @Test
/// func `the guestbook withstands its clients`() async throws {
///   let report = try await FeatureFuzzer(guestbook).run(seed: 1, sessions: 20, steps: 30)
///   #expect(report.findings.isEmpty, "\(report)")
/// }
/// ```
///
/// It makes states, links and actions from the feature's schemas: extreme numbers, empty and huge texts
/// and collections, ids that repeat, dates far away; sends them, mostly to what is there, and lets time
/// pass, goes back to earlier versions, and goes on in another server. Each answer is checked as
/// ``CheckedSession`` says. What is found is reported with the fewest and simplest steps that show it,
/// as a test in Swift.
///
/// A feature that traps ends its process. So the steps run in another one: the program that calls is
/// started once more and comes to the same call, which does in the other process what it is told here.
/// In Swift Testing only the test that calls runs there. What a program does before the call is done
/// twice, and must not depend on what the first process has changed.
public struct FeatureFuzzer: Sendable {
  private let feature: Feature
  private let expression: String
  /// How many findings there are to be; the rest is not looked for.
  public var maximumFindings = 5
  /// How many steps may be tried to make those of a finding smaller.
  public var maximumAttempts = 2000
  /// How much memory the process that tries steps may have, in bytes.
  public var memory = 4 << 30
  /// How many seconds a step may compute, or wait for what never comes.
  public var secondsPerStep = 20
  /// The arguments with which the program is started once more, its name included; `nil` for those
  /// that lead to the test of Swift Testing that is running, and for the present ones outside of one.
  ///
  /// A test of XCTest says which it is: `[CommandLine.arguments[0], "AppTests.FuzzTests/testApp"]`.
  public var arguments: [String]?

  /// - Parameters:
  ///   - feature: The feature. What it asks of the world, other than clocks, dates, UUIDs and random
  ///     numbers, should be overridden, as nothing else makes its effects harmless; see
  ///     ``BackstackService/Feature/overridingDependencies(_:)``.
  ///   - expression: What the feature is called in the code of findings; `nil` for its name.
  public init(_ feature: Feature, expression: String? = nil) {
    self.feature = feature
    self.expression = expression ?? feature.name
  }

  /// Tries sessions, the same ones for the same seed.
  ///
  /// - Parameters:
  ///   - seed: What the steps are made from.
  ///   - sessions: How many sessions are tried, each in a service of its own.
  ///   - steps: How many steps a session has.
  /// - Returns: What was found.
  /// - Throws: ``FuzzError`` when the program can't be started once more, or does not come to this call
  ///   then.
  public func run(
    seed: UInt64, sessions: Int, steps: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> FuzzReport {
    let call = "\(fileID):\(line) \(feature.name) \(expression)"
    if let child = FuzzChild(feature, call: call) { await child.serve() }
    guard FuzzChild.call == nil else {
      // Another call of this process is the one that matters.
      return FuzzReport(seed: seed, sessions: 0, steps: 0, findings: [])
    }
    let trials = FuzzTrials(
      call: call, arguments: arguments ?? Self.arguments, memory: memory,
      secondsPerStep: secondsPerStep)
    var findings: [FuzzFinding] = []
    var stepCount = 0
    for session in 0..<sessions where findings.count < maximumFindings {
      try Task.checkCancellation()
      let outcome = try await trials.run(.explore(seed: seed, session: session, steps: steps))
      stepCount += outcome.steps.count
      guard let inconsistency = outcome.inconsistency else { continue }
      let finding = try await finding(inconsistency, outcome.steps, in: session, trials)
      if !findings.contains(where: { $0.code == finding.code }) { findings.append(finding) }
    }
    return FuzzReport(seed: seed, sessions: sessions, steps: stepCount, findings: findings)
  }

  /// Makes the steps smaller that have shown something.
  private func finding(
    _ inconsistency: Inconsistency, _ steps: [FuzzStep], in session: Int, _ trials: FuzzTrials
  ) async throws -> FuzzFinding {
    var shrinker = FuzzShrinker(attempts: maximumAttempts) { steps in
      try Task.checkCancellation()
      return try await trials.run(.replay(steps)).inconsistency?.kind == inconsistency.kind
    }
    let smallest = try await shrinker.shrink(steps)
    let outcome = try await trials.run(
      .replay(smallest), showsBacktrace: inconsistency.kind == .trap)
    return FuzzFinding(
      inconsistency: outcome.inconsistency ?? inconsistency, backtrace: outcome.backtrace,
      steps: smallest.map(\.code), session: session, feature: feature.name, expression: expression)
  }

  /// The arguments that lead to the call once more.
  private static var arguments: [String] {
    guard let test = Test.current else { return ProcessFiles.list("/proc/self/cmdline") }
    let name = "\(test.id)".map { ".[]{}()*+?^$|\\/".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return [
      ProcessFiles.executable, "--testing-library", "swift-testing", "--filter", "^\(name)$",
    ]
  }
}
