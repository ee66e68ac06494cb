import BackstackPlatform

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

  public var description: String {
    let done = "\(steps) steps of \(sessions) sessions, seed \(seed)"
    if findings.isEmpty { return "\(done): nothing found" }
    return "\(done): \(findings.count) found\n\n"
      + findings.map(\.description).joined(separator: "\n")
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
  let feature: String
  let expression: String

  /// A test of Swift Testing that fails, or traps, until the feature is fixed.
  ///
  /// The test also has to import the feature's own module.
  public var code: String {
    let lines = [
      "import BackstackServiceTesting",
      "import Testing",
      "",
      "@Test",
      "func `\(SwiftLiteral.identifier(feature)) withstands a client "
        + "(\(inconsistency.kind.rawValue))`() async throws {",
      "  let session = try CheckedSession(of: \(expression))",
    ]
    return (lines + steps.map { "  \($0)" } + ["}", ""]).joined(separator: "\n")
  }

  public var description: String {
    let calls = backtrace.map { "  \($0)\n" }.joined()
    return "\(inconsistency)\n\(calls)\n\(code)"
  }
}
