import BackstackCoding
import BackstackDependencies
import BackstackPlatform

extension SavedSession {
  /// Returns the source of a Swift test that replays what happened in the session, and expects the
  /// state that it led to.
  ///
  /// The test begins at the oldest version from which a replay is possible: one whose state is
  /// remembered, and after which every step can be replayed, with the ids, dates and random numbers
  /// that dependencies made for it. It compiles in a test target that depends on
  /// `BackstackServiceTesting` and on the module of the feature, if the reducer's initializer has no
  /// parameters.
  ///
  /// - Parameter feature: The feature of the session.
  /// - Returns: `nil` if no action after a remembered state is known, or it can't be replayed.
  /// - Complexity: O(*n*) in the size of the history.
  public func test(of feature: Feature) -> String? {
    guard let replay = ReplayableHistory(of: self) else { return nil }
    let name = ReducerName(of: feature)
    let reducer = name.type
    let module = name.module.map { "@testable import \($0)\n" } ?? ""
    let first = SwiftLiteral.line(ofJSON: replay.state)
    let last = SwiftLiteral.line(ofJSON: self.state)
    let lines = replay.steps.map(Self.line)
    let next = replay.nextElementID.map { #""nextElementID": \#($0), "# } ?? ""
    let shared = replay.shared.map { #""shared": \#(SwiftLiteral.line(ofJSON: $0)), "# } ?? ""
    // What clients have sent must not be code.
    let signs = SwiftLiteral.signs(around: ([first, last, shared] + lines).joined(separator: "\n"))
    return """
      import Backstack
      import BackstackServiceTesting
      import Testing

      \(module)
      \(replay.unreplayable.map(Self.comment) ?? "")@Test
      func `\(SwiftLiteral.identifier("session \(id.prefix(8)) of \(feature.name)"))`() throws {
        let history = try SessionHistory<\(reducer).Action>(
          json: \(signs)\"\"\"
            {\(next)\(shared)"entries": [
      \(lines.map { "        " + $0 }.joined(separator: ",\n"))
            ]}
            \"\"\"\(signs).utf8)
        let problems = try history.problems(
          replayedFrom: \(signs)\"\"\"
            \(first)
            \"\"\"\(signs).utf8,
          to: \(signs)\"\"\"
            \(last)
            \"\"\"\(signs).utf8, at: \(version)
        ) {
          \(reducer)()
        }
        #expect(problems == [])
      }

      """
  }

  private static func comment(onUnreplayable version: Int) -> String {
    """
    // Version \(version) can't be replayed, so the test begins after it: its reducer took more than
    // \(MadeValues.maximumCount) ids, dates and random numbers from dependencies, which were not kept.

    """
  }

  /// Returns a step as an element of the history's JSON.
  private static func line(_ step: SavedVersion) -> String {
    let action = step.action.map { #", "action": \#(SwiftLiteral.line(ofJSON: $0))"# } ?? ""
    let cause = SwiftLiteral.line(ofJSON: JSONLiteral.string(step.cause).json)
    let restored = step.restored.map { #", "restored": \#($0)"# } ?? ""
    let made =
      step.made.flatMap { try? JSONStreamEncoder.encode($0) }
      .map { #", "made": \#(SwiftLiteral.line(ofJSON: String(decoding: $0, as: UTF8.self)))"# }
      ?? ""
    return #"{"version": \#(step.version), "cause": \#(cause)\#(action)\#(made)\#(restored)}"#
  }
}
