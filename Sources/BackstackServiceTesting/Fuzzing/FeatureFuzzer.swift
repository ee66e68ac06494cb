import BackstackCoding
import BackstackPlatform
public import BackstackService
import Dispatch
import Testing

/// A fuzzer that searches a hosted feature for mistakes that a client could trigger: the server
/// crashes, it responds with 500, or a state can't be decoded again.
///
/// ```swift
/// @Test
/// func `the guestbook withstands its clients`() async throws {
///   let report = try await FeatureFuzzer(guestbook).run(seed: 1, sessions: 20, steps: 30)
///   #expect(report.findings.isEmpty, "\(report)")
/// }
/// ```
///
/// It generates states, deep links and actions from the feature's schemas: extreme numbers, empty
/// and huge texts and collections, repeated ids, distant dates. It sends them, mostly to existing
/// screens, advances the clock, restores earlier versions, and resumes the session in another
/// server. Steps that reached something new are kept: an action that was not accepted before, or not on
/// these screens, a screen, a value in the state. Most sessions begin with such steps, sometimes
/// changed a little, and go on from there. The report names the actions and screens that were never
/// reached. A ``CheckedSession`` checks each response. A finding is reported as a test in Swift,
/// with the fewest and simplest steps that reproduce it.
///
/// A feature that traps ends its process, so the steps run in another process: the fuzzer starts
/// the calling program again. When that process reaches the same call, it performs the steps that
/// it receives from the first process. In Swift Testing, only the calling test runs there. Whatever
/// a program does before the call is done twice, and must not depend on changes that the first
/// process has made.
public struct FeatureFuzzer: Sendable {
  private let feature: Feature
  private let expression: String?
  /// The maximum number of findings. The fuzzer stops when it has found as many.
  public var maximumFindings = 5
  /// The maximum number of attempts to reduce the steps of a finding.
  public var maximumAttempts = 2000
  /// The maximum memory of the process that performs the steps, in bytes.
  public var memory = 4 << 30
  /// The maximum time that a step may compute, or wait for something that never happens, in
  /// seconds.
  public var secondsPerStep = 20
  /// Beginnings of sessions beside those that are generated: links, stored sessions, exported tests.
  public var beginnings: [FuzzBeginning] = []
  /// The arguments with which the program is started again, including its name. `nil` means the
  /// arguments that run the current test of Swift Testing or, outside of such a test, the arguments
  /// of this process.
  ///
  /// A test of XCTest has to name itself:
  /// `[CommandLine.arguments[0], "AppTests.FuzzTests/testApp"]`.
  public var arguments: [String]?

  /// Creates a fuzzer.
  ///
  /// - Parameters:
  ///   - feature: The feature. Override its dependencies other than clocks, dates, UUIDs and random
  ///     numbers, because nothing else makes its effects harmless; see
  ///     ``BackstackSessions/Feature/overridingDependencies(_:)``.
  ///   - expression: The Swift expression for the feature in the code of findings; `nil` for a feature
  ///     of the same reducer, whose initializer has no parameters, with the same initial state.
  public init(_ feature: Feature, expression: String? = nil) {
    self.feature = feature
    self.expression = expression
  }

  /// Runs sessions, which are the same for the same seed.
  ///
  /// - Parameters:
  ///   - seed: The seed from which the steps are generated.
  ///   - sessions: The number of sessions.
  ///   - steps: The number of steps per session, including those that it begins with. A session may
  ///     begin again in between, each time in its own service.
  /// - Returns: The findings, and what was reached.
  /// - Throws: ``FuzzError`` if the program can't be started again, or does not reach this call
  ///   then, or for a beginning of another feature.
  public func run(
    seed: UInt64, sessions: Int, steps: Int, fileID: StaticString = #fileID, line: UInt = #line
  ) async throws -> FuzzReport {
    let call = "\(fileID):\(line) \(feature.name) \(expression ?? "")"
    if let child = FuzzChild(feature, call: call) { await child.serve() }
    let map = FuzzMap(feature)
    var search = FuzzSearch(
      schemas: feature.schemas, actionSchema: feature.actionSchema, seed: seed, steps: steps,
      beginnings: try beginnings.map { try $0.steps(feature.name) })
    guard FuzzChild.call == nil else {
      // This process was started for another call.
      return FuzzReport(
        seed: seed, sessions: 0, steps: 0, findings: [], reach: search.reach(of: map))
    }
    let trials = FuzzTrials(
      call: call, arguments: arguments ?? Self.arguments, memory: memory,
      secondsPerStep: secondsPerStep)
    var findings: [FuzzFinding] = []
    while search.sessions < sessions, findings.count < maximumFindings {
      try Task.checkCancellation()
      let session = search.sessions
      let outcome = try await trials.run(search.next())
      search.note(outcome)
      guard let inconsistency = outcome.inconsistency else { continue }
      let finding = try await finding(
        inconsistency, outcome.steps, in: session, trials, pastedIn: "\(fileID)")
      if !findings.contains(where: { $0.code == finding.code }) { findings.append(finding) }
    }
    return FuzzReport(
      seed: seed, sessions: search.sessions, steps: search.stepCount, findings: findings,
      reach: search.reach(of: map))
  }

  /// Reduces the steps that have shown an inconsistency.
  private func finding(
    _ inconsistency: Inconsistency, _ steps: [FuzzStep], in session: Int, _ trials: FuzzTrials,
    pastedIn fileID: String
  ) async throws -> FuzzFinding {
    var shrinker = FuzzShrinker(attempts: maximumAttempts) { steps in
      try Task.checkCancellation()
      return try await trials.run(.replay(steps)).inconsistency?.kind == inconsistency.kind
    }
    let smallest = try await shrinker.shrink(steps)
    let outcome = try await trials.run(
      .replay(smallest), showsBacktrace: inconsistency.kind == .trap)
    var code = FuzzedFeature(feature, fileID: fileID)
    code.expression = expression
    if expression == nil {
      let plain: JSONLiteral = ["feature": .string(feature.name)]
      code.initialState = try await trials.run(.replay([.create(plain.json)])).state
      code.hasLink = smallest.contains(where: \.hasLink)
    }
    return FuzzFinding(
      inconsistency: outcome.inconsistency ?? inconsistency, backtrace: outcome.backtrace,
      steps: smallest.map(\.code), session: session, feature: code)
  }

  /// The arguments that lead to the same call again.
  private static var arguments: [String] {
    guard let test = Test.current else { return ProcessFiles.arguments }
    let name = "\(test.id)".map { ".[]{}()*+?^$|\\/".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return [
      ProcessFiles.executable, "--testing-library", "swift-testing", "--filter", "^\(name)$",
    ]
  }
}
