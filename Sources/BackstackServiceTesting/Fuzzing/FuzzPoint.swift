import BackstackCoding

/// Something that a step of a session reached, so that a fuzzer knows which steps lead to anything new.
enum FuzzPoint: Codable, Sendable, Hashable {
  /// A case of an action that was accepted.
  case action(String)
  /// A screen that is shown.
  case screen(String)
  /// The screens that are shown together.
  case screens([String])
  /// A value at a position of the state, as far as it may decide what an action does: exactly only if it
  /// is small.
  case value(at: String, String)
}

/// Finds out what the steps of a session reach.
struct FuzzScout: Sendable {
  private let map: FuzzMap
  /// The fewest steps to each point that was reached.
  private var fewest: [FuzzPoint: Int] = [:]
  /// How often the cases of actions were sent in states with the same values.
  private var tried: [Set<FuzzPoint>: [String: Int]] = [:]
  /// The steps that lead to the present state, without those that were refused.
  private(set) var trail: [FuzzStep] = []

  init(_ map: FuzzMap) { self.map = map }

  /// Begins a session.
  mutating func begin() { trail = [] }

  /// Notes a step that was performed.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - before: The state before it; `nil` without a session.
  ///   - after: The state after it; `nil` without a session.
  ///   - isAccepted: Whether it was not refused.
  /// - Returns: What it reached first, or with fewer steps than before.
  mutating func note(
    _ step: FuzzStep, from before: JSONLiteral?, to after: JSONLiteral?, isAccepted: Bool
  ) -> [FuzzPoint] {
    var actions: [String] = []
    if case .send(let json, _) = step, let content = try? JSONLiteral(parsing: json.utf8) {
      actions = (content.elements ?? [content]).compactMap(map.action)
    }
    if let before {
      for action in actions {
        tried[Self.values(of: before), default: [:]][action, default: 0] += 1
      }
    }
    guard isAccepted else { return [] }
    // What came before another session does not matter to it.
    if step.begins { trail = [] }
    if step.passesTime || before != after { trail.append(step) }
    var points = after.map(Self.values) ?? []
    points.formUnion(actions.map { .action($0) })
    let shown = after.map(map.screens) ?? []
    points.formUnion(shown.map { .screen($0) } + [.screens(shown)])
    let improved = points.filter { trail.count < fewest[$0] ?? .max }
    for point in improved { fewest[point] = trail.count }
    return Array(improved)
  }

  /// Returns the cases of actions that were sent least often in states like this one, without those of
  /// presentations that it does not show.
  func leastTried(in state: JSONLiteral) -> [String] {
    let tried = tried[Self.values(of: state)] ?? [:]
    let actions = map.actions(on: map.screens(in: state))
    let fewest = actions.map { tried[$0] ?? 0 }.min()
    return actions.filter { tried[$0] ?? 0 == fewest }.sorted()
  }

  /// Returns what distinguishes a state from others.
  private static func values(of state: JSONLiteral) -> Set<FuzzPoint> {
    var points: Set<FuzzPoint> = []
    look(at: state, "", &points)
    return points
  }

  private static func look(
    at value: JSONLiteral, _ position: String, _ points: inout Set<FuzzPoint>
  ) {
    switch value {
    case .object(let members):
      for member in members {
        // An id says which element it is, and not what an action does.
        if member.name == "id" { continue }
        // The keys of dictionaries are all alike.
        look(at: member.value, position + (member.name.isName ? "/\(member.name)" : "/*"), &points)
      }
    case .array(let elements):
      points.insert(.value(at: position, "\(rounded(elements.count)) elements"))
      for element in elements { look(at: element, position + "/*", &points) }
    case .number(let text):
      points.insert(.value(at: position, Int(text).map { "\(rounded($0))" } ?? "not whole"))
    case .string(let text):
      // Names are cases mostly; other texts are all alike.
      points.insert(.value(at: position, text.isName ? text : text.isEmpty ? "empty" : "text"))
    case .bool(let value): points.insert(.value(at: position, "\(value)"))
    case .null: points.insert(.value(at: position, "null"))
    }
  }

  /// Returns a number that is the same for large numbers of one length.
  private static func rounded(_ number: Int) -> Int {
    if number.magnitude <= 32 { return number }
    let length = Int.bitWidth - number.magnitude.leadingZeroBitCount
    return number < 0 ? -32 - length : 32 + length
  }
}

extension FuzzStep {
  /// Whether the step may matter although the state is the same after it.
  fileprivate var passesTime: Bool {
    switch self {
    case .create, .begin, .advance, .resume: true
    case .send, .restore, .readHistory: false
    }
  }

  /// Whether the step begins another session.
  fileprivate var begins: Bool {
    switch self {
    case .create, .begin: true
    default: false
    }
  }
}

extension String {
  /// Whether the text may be the name of a case or a property.
  fileprivate var isName: Bool {
    (1...32).contains(utf8.count) && utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
  }
}
