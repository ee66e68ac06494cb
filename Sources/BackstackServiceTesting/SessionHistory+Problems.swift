public import Backstack
import BackstackCoding

extension SessionHistory {
  /// Replays the history, and compares the state that it leads to with a given one.
  ///
  /// Ids (UUIDs) and dates that a reducer makes are others in each run. Where both states have one,
  /// they are alike if each stands wherever the other does.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action, as the JSON of a snapshot.
  ///   - expected: The expected state, as the JSON of a snapshot.
  ///   - version: The version of that state.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  /// - Returns: The differences, each with its position in JSON Pointer syntax; empty if there are
  ///   none.
  /// - Throws: The errors of ``replay(from:reducer:withDependencies:)``, and an error for a state
  ///   that is not JSON or can't be encoded.
  public func problems<R: Reducer>(
    replayedFrom initialState: some Collection<UInt8>, to expected: some Collection<UInt8>,
    at version: Int, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws -> [String] where R.Action == Action, R.State: Codable {
    let states = try replay(
      from: initialState, reducer: reducer, withDependencies: prepareDependencies)
    guard let state = states[version] else {
      return ["The history does not lead to version \(version)."]
    }
    var comparison = StateComparison()
    comparison.compare(
      try JSONLiteral(decoding: JSONStreamEncoder.encode(state)),
      with: try JSONLiteral(decoding: Array(expected)), at: "")
    return comparison.problems
  }
}

/// A comparison of a replayed state with the one that was recorded.
private struct StateComparison {
  private(set) var problems: [String] = []
  /// For each recorded id or date, the replayed one that stands in its place, and the reverse.
  private var replayed: [String: String] = [:]
  private var recorded: [String: String] = [:]

  mutating func compare(_ value: JSONLiteral, with expected: JSONLiteral, at position: String) {
    switch (value, expected) {
    case (.object(let members), .object(let others)):
      compare(members, with: others, at: position)
    case (.array(let elements), .array(let others)):
      if elements.count != others.count {
        note("\(elements.count) elements", "\(others.count)", at: position)
      }
      for (index, (element, other)) in zip(elements, others).enumerated() {
        compare(element, with: other, at: "\(position)/\(index)")
      }
    case (.string(let text), .string(let other)) where text.isMade && other.isMade:
      if replayed[other, default: text] != text || recorded[text, default: other] != other {
        note(text, "the same as before in place of \(other)", at: position)
      }
      replayed[other] = text
      recorded[text] = other
    default:
      if value != expected { note(value.json, expected.json, at: position) }
    }
  }

  private mutating func compare(
    _ members: [JSONLiteral.Member], with others: [JSONLiteral.Member], at position: String
  ) {
    for other in others {
      let place = position + other.name.pointerStep
      if let member = members.first(where: { $0.name == other.name }) {
        compare(member.value, with: other.value, at: place)
      } else {
        note("nothing", other.value.json, at: place)
      }
    }
    for member in members where !others.contains(where: { $0.name == member.name }) {
      note(member.value.json, "nothing", at: position + member.name.pointerStep)
    }
  }

  private mutating func note(_ value: String, _ expected: String, at position: String) {
    problems.append(
      "\(position.isEmpty ? "The state" : position) is \(value), expected was \(expected).")
  }
}

extension String {
  /// Whether a reducer may have made the text: a UUID (RFC 9562), or a date and time (RFC 3339).
  fileprivate var isMade: Bool {
    let form = utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        UInt8(ascii: "a")
      default: byte
      }
    }
    if form.count == 36 {
      return form.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index)
          ? byte == UInt8(ascii: "-") : byte == UInt8(ascii: "0") || byte == UInt8(ascii: "a")
      }
    }
    return form.count >= 20 && form.starts(with: "0000-00-00T00:00:00".utf8)
  }
}
