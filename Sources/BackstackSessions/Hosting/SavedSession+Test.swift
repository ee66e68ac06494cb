import BackstackCoding
import BackstackPlatform

extension SavedSession {
  /// Returns the source of a Swift test that replays what happened in the session, and expects the
  /// state that it led to.
  ///
  /// The test begins at the oldest version from which a replay is possible: one whose state is
  /// remembered, and after which no step depends on an older one. It compiles in a test target that
  /// depends on `BackstackServiceTesting` and on the module of the feature, if the reducer's
  /// initializer has no parameters.
  ///
  /// - Parameter feature: The feature of the session.
  /// - Returns: `nil` if no action after a remembered state is known.
  /// - Complexity: O(*n*) in the size of the history.
  public func test(of feature: Feature) -> String? {
    let history = history ?? []
    guard let begin = firstReplayable(in: history), begin + 1 < history.count,
      let state = history[begin].snapshot
    else { return nil }
    let steps = history[(begin + 1)...]
    // The module comes first, then the types that contain the reducer.
    let names = feature.reducer.split(separator: ".", maxSplits: 1).map(String.init)
    let reducer = names[names.count - 1]
    let module = names.count > 1 ? "@testable import \(names[0])\n" : ""
    let first = SwiftLiteral.line(ofJSON: state)
    let last = SwiftLiteral.line(ofJSON: self.state)
    let lines = steps.map(Self.line)
    // What clients have sent must not be code.
    let signs = SwiftLiteral.signs(around: ([first, last] + lines).joined(separator: "\n"))
    return """
      import Backstack
      import BackstackServiceTesting
      import Testing

      \(module)
      @Test
      func `\(SwiftLiteral.identifier("session \(id.prefix(8)) of \(feature.name)"))`() throws {
        let history = try SessionHistory<\(reducer).Action>(
          json: \(signs)\"\"\"
            {"entries": [
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

  /// Returns the index of the version at which a replay can begin.
  private func firstReplayable(in history: [SavedVersion]) -> Int? {
    guard var first = history.firstIndex(where: { $0.snapshot != nil }) else { return nil }
    for (index, step) in history.enumerated() where index > first {
      // A state that was migrated, or restored from a version that the replay has not made, is where
      // the replay can begin.
      let isUnknown =
        step.restored.map { $0 < history[first].version } ?? (step.action == nil)
      if isUnknown {
        guard let next = history[index...].firstIndex(where: { $0.snapshot != nil }) else {
          return nil
        }
        first = next
      }
    }
    return first
  }

  /// Returns a step as an element of the history's JSON.
  private static func line(_ step: SavedVersion) -> String {
    let action = step.action.map { #", "action": \#(SwiftLiteral.line(ofJSON: $0))"# } ?? ""
    let cause = SwiftLiteral.line(ofJSON: JSONLiteral.string(step.cause).json)
    let restored = step.restored.map { #", "restored": \#($0)"# } ?? ""
    return #"{"version": \#(step.version), "cause": \#(cause)\#(action)\#(restored)}"#
  }
}
