import BackstackCoding

/// The state of a scenario's session: small, and with everything that patches can change.
struct ShownState: Equatable, Sendable {
  var count = 0
  var list: [Int] = []
  var notes: [String: Int] = [:]
  /// The commands for the harness.
  var commands: [Command] = []
  /// Whether the state has members that only a newer client knows.
  var isNewer = false

  /// An action that the harness has to make its client send.
  struct Command: Equatable, Sendable {
    var number: Int
    var action: ScriptedAction
    /// The action is only for states with a smaller count; `nil` for any state.
    var below: Int?

    var json: JSONLiteral {
      var json: JSONLiteral = ["number": JSONLiteral(number), "send": .string(action.rawValue)]
      if let below { json["ifCountBelow"] = JSONLiteral(below) }
      return json
    }
  }

  /// The state as a client shows it, for comparison with reports.
  var shown: JSONLiteral {
    let sorted = notes.sorted { $0.key < $1.key }
    return [
      "count": JSONLiteral(count),
      "list": .array(list.map { JSONLiteral($0) }),
      "notes": .object(sorted.map { .init($0.key, JSONLiteral($0.value)) }),
    ]
  }

  var json: JSONLiteral {
    var json = shown
    json["commands"] = .array(commands.map(\.json))
    if isNewer { json["novelty"] = ["unknownCase": ["depth": 1]] }
    return json
  }

  mutating func apply(_ action: ScriptedAction) {
    switch action {
    case .increment: count += 1
    case .double: count *= 2
    case .insert: list.insert(list.count + 1, at: 0)
    }
  }
}

/// The actions of a scenario's session.
enum ScriptedAction: String, CaseIterable, Sendable {
  case increment, double, insert
}

extension JSONLiteral {
  init(_ number: Int) { self = .number(String(number)) }

  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var elements: [JSONLiteral]? { if case .array(let elements) = self { elements } else { nil } }
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// Returns whether both are the same JSON, whatever the order of their members.
  func isSame(as other: JSONLiteral) -> Bool {
    switch (self, other) {
    case (.array(let mine), .array(let others)):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.isSame(as: $1) }
    case (.object(let mine), .object(let others)):
      mine.count == others.count
        && mine.allSatisfy { member in other[member.name]?.isSame(as: member.value) ?? false }
    default: self == other
    }
  }
}
