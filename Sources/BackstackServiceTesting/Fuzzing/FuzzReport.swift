import BackstackCoding
import BackstackPlatform
import BackstackService
import BackstackSessions

/// The result of a ``FeatureFuzzer``.
public struct FuzzReport: Sendable, CustomStringConvertible {
  /// The seed, which generates the same steps again.
  public let seed: UInt64
  /// The number of sessions.
  public let sessions: Int
  /// The number of steps.
  public let steps: Int
  /// The findings, without duplicates.
  public let findings: [FuzzFinding]
  /// Which actions were accepted, and which screens shown.
  public let reach: FuzzReach

  public var description: String {
    let done = "\(steps) steps of \(sessions) sessions, seed \(seed)"
    if findings.isEmpty { return "\(done): nothing found\n\(reach)" }
    return "\(done): \(findings.count) found\n\(reach)\n\n"
      + findings.map(\.description).joined(separator: "\n")
  }
}

/// The parts of a feature that a ``FeatureFuzzer`` has reached. The names are those of cases and properties, from
/// the outermost to the innermost, separated by dots; a feature that contains itself has them once.
public struct FuzzReach: Sendable, Hashable, CustomStringConvertible {
  /// The actions that a client may send and that were accepted.
  public let actions: [String]
  /// The actions that a client may send and that were never accepted.
  public let unreachedActions: [String]
  /// The screens that were shown: stacks and presentations, and their cases.
  public let screens: [String]
  /// The screens that were never shown.
  public let unreachedScreens: [String]

  /// The maximum number of names in the description.
  private static let maximumNames = 20

  public var description: String {
    Self.line("actions", actions, unreachedActions) + "\n"
      + Self.line("screens", screens, unreachedScreens)
  }

  private static func line(_ things: String, _ reached: [String], _ unreached: [String]) -> String {
    let count = "reached \(reached.count) of \(reached.count + unreached.count) \(things)"
    if unreached.isEmpty { return count }
    let more = unreached.count - maximumNames
    return "\(count), never \(unreached.prefix(maximumNames).joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }
}

/// A mistake that a client can trigger.
public struct FuzzFinding: Sendable, CustomStringConvertible {
  /// The inconsistency that was found.
  public let inconsistency: Inconsistency
  /// The backtrace of a trap, if known: the innermost calls first.
  public let backtrace: [String]
  /// The steps that reproduce the finding, as Swift code: the fewest and simplest that were found.
  public let steps: [String]
  /// The index of the session with the finding, from 0.
  public let session: Int
  let feature: FuzzedFeature

  /// A test of Swift Testing that fails, or traps, until the feature is fixed. It compiles in the file
  /// of the test with the fuzzer.
  public var code: String {
    let name =
      "\(SwiftLiteral.identifier(feature.name)) withstands a client (\(inconsistency.kind.rawValue))"
    let lines =
      feature.imports + ["", "@Test", "func `\(name)`() async throws {"]
      + feature.notes.map { "  // \($0)" } + ["  let session = try \(feature.session)"]
    return (lines + steps.map { "  \($0)" } + ["}", ""]).joined(separator: "\n")
  }

  public var description: String {
    let calls = backtrace.map { "  \($0)\n" }.joined()
    return "\(inconsistency)\n\(calls)\n\(code)"
  }
}

/// The feature of a finding, as Swift code.
struct FuzzedFeature: Sendable {
  let name: String
  /// The expression of the feature that the caller has given.
  var expression: String?
  /// The state of a session that begins without a link, as JSON.
  var initialState: String?
  /// Whether a step begins with a link, which only the feature itself knows.
  var hasLink = false

  private let reducer: ReducerName
  private let fileID: String
  private let takesState: Bool
  private let takesPushes: Bool

  /// - Parameter fileID: The file of the test, whose module needs no import.
  init(_ feature: Feature, fileID: String) {
    name = feature.name
    reducer = ReducerName(of: feature)
    self.fileID = fileID
    takesState = feature.clientInput.takesState
    takesPushes = feature.clientInput.takesPushes
  }

  var imports: [String] {
    let module = reducer.module.flatMap { fileID.hasPrefix("\($0)/") ? nil : $0 }
    return ["import BackstackServiceTesting", "import Testing"]
      + (module.map { ["", "@testable import \($0)"] } ?? [])
  }

  var notes: [String] {
    guard expression == nil, hasLink || initialState == nil else { return [] }
    return ["This feature has no links: name one that has, in place of its reducer."]
  }

  /// The expression that makes the session.
  var session: String {
    if let expression { return "CheckedSession(of: \(expression))" }
    let input = [(takesState, "takesState: true"), (takesPushes, "takesPushes: true")]
      .compactMap { $0 ? $1 : nil }
    let arguments =
      ["of: \(SwiftLiteral.quoted(name))"]
      + ["initialState: \(FuzzStep.literal(initialState ?? "{}"))"] + input
    return "CheckedSession(\(arguments.joined(separator: ", "))) { \(reducer.type)() }"
  }
}
