import BackstackCoding

/// Uses a feature without any knowledge of it: it does only what screens offer.
///
/// ```swift
/// let monkey = ScreenMonkey(seed: 1) { try await service.session(of: Counters.self, "counters") }
/// let finding = try await monkey.run(steps: 200)
/// #expect(finding == nil)
/// ```
///
/// It finds a control whose action is refused, a level that nothing leads away from, a control without
/// a name, an empty text, and a view that depends on more than the state; and tells the shortest way there
/// that it knows as Swift code.
public struct ScreenMonkey<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  /// A mistake in a feature's screens.
  public struct Finding: Error, Sendable, Hashable, CustomStringConvertible {
    /// The mistake, as a sentence.
    public let mistake: String
    /// The steps to the mistake: lines of Swift for a test.
    public let story: [String]

    public var description: String { (["// " + mistake] + story).joined(separator: "\n") }
  }

  private let seed: UInt64
  private let begin: @Sendable () async throws -> HostedSession<State, Action>

  /// - Parameters:
  ///   - seed: The seed of its choices.
  ///   - begin: Returns a new session.
  public init(
    seed: UInt64, _ begin: @escaping @Sendable () async throws -> HostedSession<State, Action>
  ) {
    self.seed = seed
    self.begin = begin
  }

  /// Uses the controls of the screens of a session, and begins another session now and then.
  ///
  /// - Returns: The first mistake; `nil` if there is none.
  /// - Throws: The error of a session that can't be created, or of a request that no screen explains.
  public func run(steps: Int) async throws -> Finding? {
    do {
      return try await walk(steps: steps)
    } catch let mistake as ScreenMistake {
      // Each step tells its own; this is the screen of a new session.
      return Finding(mistake: mistake.reason, story: [])
    }
  }

  private func walk(steps: Int) async throws -> Finding? {
    var random = FuzzRandom(seed: seed)
    var done: [MonkeyStep] = []
    var screen = try await begin().screen(in: nil)
    for _ in 0..<steps {
      if random.below(40) == 0 {
        screen = try await begin().screen(in: nil)
        done = []
      }
      var mistake = screen.mistake
      if mistake == nil, let step = MonkeyStep.random(on: screen, &random) {
        done.append(step)
        mistake = try await step.perform(on: &screen)
      }
      guard let mistake = mistake ?? screen.mistake else { continue }
      return Finding(mistake: mistake, story: try await shorten(done, to: mistake).map(\.code))
    }
    return nil
  }

  /// Returns the fewest of some steps that still lead to a mistake.
  private func shorten(_ steps: [MonkeyStep], to mistake: String) async throws -> [MonkeyStep] {
    var shortest = steps
    var index = steps.count
    while index > 0 {
      index -= 1
      var fewer = shortest
      fewer.remove(at: index)
      if try await replay(fewer).map(Self.withoutVersions) == Self.withoutVersions(mistake) {
        shortest = fewer
      }
    }
    return shortest
  }

  /// Returns a mistake without the versions in the ids of levels: after fewer steps they are others.
  private static func withoutVersions(_ mistake: String) -> String {
    mistake.replacing(/@[0-9]+/, with: "")
  }

  /// Returns the mistake that some steps lead to, without those that are not offered.
  private func replay(_ steps: [MonkeyStep]) async throws -> String? {
    var screen = try await begin().screen(in: nil)
    for step in steps {
      if let mistake = screen.mistake { return mistake }
      guard step.isOffered(on: screen) else { return nil }
      if let mistake = try await step.perform(on: &screen) { return mistake }
    }
    return screen.mistake
  }
}

/// Something that a person does on a screen.
private struct MonkeyStep: Sendable {
  /// The number of levels that there have to be.
  let depth: Int
  /// The name of the control; `nil` to leave the level.
  let name: String?
  /// The position of the control among those of its name: ids differ from session to session.
  let position: Int
  let member: String
  let value: JSONLiteral?
  let code: String

  /// Chooses something that a screen offers; `nil` if it offers nothing.
  static func random(on screen: HostedScreen, _ random: inout FuzzRandom) -> MonkeyStep? {
    guard let level = screen.levels.last else { return nil }
    var offers: [MonkeyStep] = []
    let depth = screen.levels.count
    var counts: [String: Int] = [:]
    for control in level.controls {
      let name = control.name
      let position = counts[name, default: 0]
      counts[name] = position + 1
      for member in ["send", "delete", "increment", "decrement", "tap"] {
        // What a prompt asks for has no bounds that a person would know.
        guard let action = control.node[member], !action.json.contains("\"$field\"") else {
          continue
        }
        guard action.json.contains("\"$value\"") else {
          offers.append(
            MonkeyStep(
              depth: depth, name: name, position: position, member: member, value: nil,
              code: Self.code(control, member, among: level.controls)))
          continue
        }
        guard let value = value(for: control.node, &random) else { continue }
        offers.append(
          MonkeyStep(
            depth: depth, name: name, position: position, member: member, value: value,
            code: "try await screen.set(\(name.debugDescription), to: \(value.json))"))
      }
    }
    if (level.json["back"] ?? level.json["close"]) != nil {
      offers.append(
        MonkeyStep(
          depth: depth, name: nil, position: 0, member: "back", value: nil,
          code: "try await screen.back()"))
    }
    return offers.isEmpty ? nil : offers[random.below(offers.count)]
  }

  /// Returns the line of Swift that uses a control.
  private static func code(
    _ control: ScreenControl, _ member: String, among controls: [ScreenControl]
  ) -> String {
    let name = control.name.debugDescription
    if ["delete", "increment", "decrement"].contains(member) {
      return "try await screen.\(member)(\(name))"
    }
    func isOther(_ other: ScreenControl) -> Bool {
      other.isNamed(control.name) && other.node["send"] != control.node["send"]
    }
    let others = controls.filter(isOther)
    let row =
      others.isEmpty
      ? nil
      : control.row.first { text in
        text != control.name && !others.contains { $0.row.contains(text) }
      }
    return "try await screen.tap(\(name)\(row.map { ", in: \($0.debugDescription)" } ?? ""))"
  }

  /// Returns a value that a person could choose; `nil` if the control tells none.
  private static func value(for node: JSONLiteral, _ random: inout FuzzRandom) -> JSONLiteral? {
    switch node["kind"]?.text {
    case "toggle", "disclosure": return .bool(node["value"] != true)
    case "picker":
      let options = node["options"]?.elements ?? []
      return options.isEmpty ? nil : options[random.below(options.count)]["value"]
    case "stepper", "slider":
      let bounds = [node["min"], node["max"], node["value"]].compactMap { $0 }
      return bounds.isEmpty ? nil : bounds[random.below(bounds.count)]
    case "date": return .string("2026-0\(1 + random.below(9))-01T12:00:00Z")
    case "textField" where node["type"] != nil: return .number("\(random.below(20))")
    case "textField", "textEditor":
      let texts = ["", "Ada", "Zoë 🎈", "a\nb", "<b>", String(repeating: "long ", count: 40)]
      return .string(texts[random.below(texts.count)])
    default: return nil
    }
  }

  /// Returns the control; `nil` if it is not there.
  private func control(on screen: HostedScreen) -> ScreenControl? {
    guard let top = screen.levels.last, screen.levels.count == depth else { return nil }
    let named = top.controls.filter { $0.name == name }
    return named.indices.contains(position) ? named[position] : nil
  }

  func isOffered(on screen: HostedScreen) -> Bool {
    if name != nil { return control(on: screen)?.node[member] != nil }
    return screen.levels.count == depth
      && (screen.levels.last?.json["back"] ?? screen.levels.last?.json["close"]) != nil
  }

  /// Does it.
  ///
  /// - Returns: Why it was refused, if it was.
  func perform(on screen: inout HostedScreen) async throws -> String? {
    do {
      if name == nil {
        try await screen.back()
      } else if let control = control(on: screen) {
        try await screen.send(control, member, value)
      }
      return nil
    } catch let problem as ServiceProblem where [409, 412, 422].contains(problem.status) {
      return "\"\(name ?? "Back")\" is refused: \(problem)"
    } catch let mistake as ScreenMistake {
      return mistake.reason
    }
  }
}

extension HostedScreen {
  /// The mistake of the screen itself, as a sentence.
  fileprivate var mistake: String? {
    guard let top = levels.last else { return "There is no level." }
    let controls = top.controls
    if levels.count > 1, top.json["back"] == nil, top.json["close"] == nil,
      !controls.contains(where: { $0.node["send"] != nil })
    {
      return "Nothing leads away from \"\(top.title ?? top.id)\"."
    }
    for control in controls where control.texts.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      let kind = control.node["kind"]?.text ?? "control"
      return "A \(kind) of \"\(top.title ?? top.id)\" has no name."
    }
    for node in top.nodes where node.hasEmptyText {
      return "A text of \"\(top.title ?? top.id)\" is empty."
    }
    return nil
  }
}

extension ScreenNode {
  fileprivate var hasEmptyText: Bool {
    if kind == "text" || kind == "label", let text = json["text"]?.text,
      text.allSatisfy(\.isWhitespace)
    {
      return true
    }
    return Self.parts.contains { part in Self.nodes(json[part]).contains(where: \.hasEmptyText) }
  }
}
