/// What a ``FeatureFuzzer`` has found.
public struct FuzzReport: Sendable, CustomStringConvertible {
  /// The seed, which makes the same steps again.
  public let seed: UInt64
  /// How many sessions were tried.
  public let sessions: Int
  /// How many steps were done.
  public let steps: Int
  /// What is wrong, each once; none when nothing is.
  public let findings: [FuzzFinding]

  public var description: String {
    let done = "\(steps) steps of \(sessions) sessions, seed \(seed)"
    if findings.isEmpty { return "\(done): nothing found" }
    return "\(done): \(findings.count) found\n\n"
      + findings.map(\.description).joined(separator: "\n")
  }
}

/// Something that a client can bring about, and that should not happen.
public struct FuzzFinding: Sendable, CustomStringConvertible {
  /// What is wrong, and what happened.
  public let inconsistency: Inconsistency
  /// Where the process trapped, as far as that was found out: the innermost calls first.
  public let backtrace: [String]
  /// The steps that lead there, as Swift code: the fewest and simplest that were found.
  public let steps: [String]
  /// The number of the session in which it was found, from 0.
  public let session: Int
  let feature: String
  let expression: String

  /// A test of Swift Testing that fails, or traps, until the feature is repaired.
  ///
  /// The test imports the feature's own module besides.
  public var code: String {
    let lines = [
      "import BackstackServiceTesting",
      "import Testing",
      "",
      "@Test",
      "func `\(feature) withstands a client (\(inconsistency.kind.rawValue))`() async throws {",
      "  let session = try CheckedSession(of: \(expression))",
    ]
    return (lines + steps.map { "  \($0)" } + ["}", ""]).joined(separator: "\n")
  }

  public var description: String {
    let places = backtrace.map { "  \($0)\n" }.joined()
    return "\(inconsistency)\n\(places)\n\(code)"
  }
}
