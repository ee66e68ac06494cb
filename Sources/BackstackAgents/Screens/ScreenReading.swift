import BackstackCoding
import BackstackScreenText
import BackstackSessions

/// A screen as an agent reads it.
struct ScreenReading: Sendable {
  let session: String
  let feature: String
  let version: Int
  let effects: Int
  /// The link to the state, if there is one.
  let link: String?
  /// What the program has reported about the actions that led here.
  let issues: [String]
  let levels: [Level]
  /// The lines of the level that a person can use. What asks a person offers nothing to an agent.
  let lines: [ScreenLine]
  /// The screen as a text. Kept, like its JSON, as many calls begin and end with the same screen.
  private(set) var text = ""
  /// The screen as JSON.
  private(set) var structure: [UInt8] = []

  /// Reads the document of a session with its screen.
  ///
  /// - Returns: `nil` for anything else.
  init?(_ document: [UInt8]) {
    guard let json = try? JSONLiteral(decoding: document), let session = json["id"]?.text,
      let levels = json["screen"]?["levels"]?.elements, !levels.isEmpty
    else { return nil }
    self.session = session
    self.levels = levels.map { Level(json: $0) }
    feature = json["feature"]?.text ?? ""
    version = json["version"].flatMap { Int($0.json) } ?? 0
    effects = json["effects"].flatMap { Int($0.json) } ?? 0
    link = json["link"]?.text
    issues = json["issues"]?.elements.compactMap { $0["message"]?.text ?? $0.text } ?? []
    lines = Self.lines(of: self.levels[self.levels.count - 1])
    text = makeText()
    structure = makeJSON()
  }

  /// The level that a person can use.
  var top: Level { levels[levels.count - 1] }

  /// Whether the top-most level asks a person to confirm what an agent proposes.
  var asksPerson: Bool { top.asksPerson }

  /// The action that leaves the top-most level, if an agent may do that: to leave what asks a person would be
  /// to answer.
  var leave: JSONLiteral? { asksPerson ? nil : top.leave }

  private static func lines(of level: Level) -> [ScreenLine] {
    let lines = LevelDrawing(of: level, nil, alignsColumns: false).lines.flatMap {
      ScreenLine.lines(of: $0)
    }
    guard level.asksPerson else { return lines }
    return lines.map { ScreenLine(indentation: $0.indentation, text: $0.text, offer: nil) }
  }

  /// The titles of the levels, from the bottom to the top.
  var trail: String {
    levels.map { level in
      let style = level.json["style"]?.text ?? "root"
      let title = level.title ?? level.id
      return ["root", "push"].contains(style) ? title : "\(title) (\(style))"
    }.joined(separator: " › ")
  }
}

extension Level {
  /// Whether it asks a person to confirm what an agent proposes.
  fileprivate var asksPerson: Bool { id.hasPrefix(Proposal.idPrefix) }
}

/// A line of a screen, with what it offers.
struct ScreenLine: Sendable {
  let indentation: Int
  let text: String
  let offer: Offer?

  /// Something that an agent can do.
  struct Offer: Sendable {
    /// The name by which calls refer to it. It has the level's id, as another level may have a node
    /// of the same id, and no position, so that it stays right while other things come and go.
    let reference: String
    let control: Control
    /// The member of the control's node that has the action.
    let member: String?

    /// Whether it does what a person should confirm.
    var isDestructive: Bool { control.isDestructive || control.id.member == "delete" }
  }

  /// Returns the lines for a line of a drawing: several if its control can be used in several ways.
  static func lines(of line: LevelDrawing.Line) -> [ScreenLine] {
    let text = line.cells.filter { !$0.isEmpty }.joined(separator: " | ")
    guard let control = line.control, let reference = control.reference else {
      return text.isEmpty ? [] : [ScreenLine(indentation: line.indentation, text: text, offer: nil)]
    }
    func offer(_ member: String? = nil) -> Offer {
      Offer(
        reference: member.map { "\(reference)/\($0)" } ?? reference, control: control,
        member: member)
    }
    switch control.use {
    case .none: return [ScreenLine(indentation: line.indentation, text: text, offer: nil)]
    case .change where control.node["send"] == nil:
      let members: [String] = ["increment", "decrement"].filter { control.node[$0] != nil }
      return members.map { member in
        ScreenLine(
          indentation: line.indentation, text: "\(text): \(member)", offer: offer(member))
      }
    case .change(let entry):
      return [
        ScreenLine(
          indentation: line.indentation, text: "\(text): \(entry.said(of: control.node))",
          offer: offer())
      ]
    case .press:
      return [ScreenLine(indentation: line.indentation, text: text.unbracketed, offer: offer())]
    case .prompt(let fields):
      let names = fields.map(\.label).joined(separator: ", ")
      return [
        ScreenLine(
          indentation: line.indentation, text: "\(text.unbracketed) (asks for: \(names))",
          offer: offer())
      ]
    }
  }
}

extension Control {
  /// The name of the control in calls; `nil` for a node without an id.
  fileprivate var reference: String? {
    guard let node = node["id"]?.text else { return nil }
    return "\(id.level):\(node)" + (id.member == "send" ? "" : "/\(id.member)")
  }
}

extension Entry {
  /// Returns the value as an agent reads it, and what it can be.
  fileprivate func said(of node: JSONLiteral) -> String {
    let value = node["value"] ?? .null
    switch kind {
    case .toggle: return value == true ? "on (true or false)" : "off (true or false)"
    case .choice(let options):
      let chosen = options.first { $0.value == value }?.text ?? value.json
      return chosen + " (one of: \(options.map(\.text).joined(separator: ", ")))"
    case .text: return node["secure"] == true ? "(hidden text)" : "\(value.json) (text)"
    case .number: return "\(value.json) (number)"
    case .json: return "\(value.json) (JSON)"
    case .date: return "\(value.json) (date in ISO 8601)"
    case .steps, .slider:
      let minimum = node["min"].map { " from \($0.json)" } ?? ""
      let maximum = node["max"].map { " to \($0.json)" } ?? ""
      return "\(value.json) (number\(minimum)\(maximum))"
    }
  }
}

extension String {
  /// The text of a button without the brackets in which it is drawn.
  fileprivate var unbracketed: String {
    hasPrefix("[") && hasSuffix("]") && count > 2 ? String(dropFirst().dropLast()) : self
  }
}
