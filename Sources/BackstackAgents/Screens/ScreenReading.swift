import BackstackCoding
import BackstackPlatform
import BackstackScreenText
import BackstackSessions

/// A screen as an agent reads it.
// A class: a reading passes through many steps.
final class ScreenReading: Sendable {
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
  /// What the response says of the state before, for a screen that an action has led to.
  private let changes: JSONNode?
  /// The levels below the top-most one, as JSON with a comma behind each.
  private let covered: [UInt8]
  private let told = Lazy<(text: [UInt8], json: [UInt8])>()

  /// Reads the document of a session with its screen.
  ///
  /// - Parameter known: An earlier screen of the session, whose covered levels are not read again if they are the
  ///   same.
  /// - Returns: `nil` for anything else.
  init?(_ document: [UInt8], after known: ScreenReading? = nil) {
    var document = document
    let start = Self.startOfLevels(in: document)
    var same: ArraySlice<Level> = []
    var covered: [UInt8] = []
    if let known, !known.covered.isEmpty, Self.has(known.covered, at: start, document) {
      document.removeSubrange(start..<(start + known.covered.count))
      (same, covered) = (known.levels.dropLast(), known.covered)
    }
    guard let json = try? JSONNode(decoding: document), let session = json["id"]?.text,
      let levels = json["screen"]?.elements(of: "levels"), !levels.isEmpty
    else { return nil }
    self.session = session
    self.levels = same + levels.map { Level(json: $0) }
    if let top = self.levels.last?.json.offset, start < top {
      covered += document[start..<top]
    }
    self.covered = covered
    feature = json["feature"]?.text ?? ""
    version = json["version"].flatMap { Int($0.json) } ?? 0
    effects = json["effects"].flatMap { Int($0.json) } ?? 0
    link = json["link"]?.text
    issues = json.elements(of: "issues").compactMap { $0["message"]?.text ?? $0.text }
    changes = json["changes"]
    lines = Self.lines(of: self.levels[self.levels.count - 1])
  }

  /// The screen as a text, escaped for a string of JSON, and as JSON. Kept, as many calls begin and end with the
  /// same screen.
  var forms: (text: [UInt8], json: [UInt8]) { told.value { (makeText(), makeJSON()) } }

  /// The level that a person can use.
  var top: Level { levels[levels.count - 1] }

  /// Whether the top-most level asks a person to confirm what an agent proposes.
  var asksPerson: Bool { top.asksPerson }

  /// The action that leaves the top-most level, if an agent may do that: to leave what asks a person would be
  /// to answer.
  var leave: JSONNode? { asksPerson ? nil : top.leave }

  /// Returns what the action that has led to the screen has changed in the state; `nil` if that is not known of
  /// all since a version.
  func changes(since version: Int) -> JSONNode? {
    changes?["since"].flatMap { Int($0.json) } == version ? changes?["patch"] : nil
  }

  private static func has(_ part: [UInt8], at start: Int, _ document: [UInt8]) -> Bool {
    EightBytes.samePrefix(of: document.span.extracting(start...), part.span) == part.count
  }

  /// Returns the position behind the bracket that begins the levels, or the end of the document.
  private static func startOfLevels(in document: [UInt8]) -> Int {
    let name = Array(#""levels":["#.utf8)
    // In a text, the second quote is escaped.
    let start = document.indices.first { index in
      document[index] == name[0] && document[index...].starts(with: name)
    }
    return start.map { $0 + name.count } ?? document.endIndex
  }

  private static func lines(of level: Level) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    for line in LevelDrawing(of: level, nil, alignsColumns: false).lines {
      ScreenLine.append(line, to: &lines)
    }
    guard level.asksPerson else { return lines }
    return lines.map { ScreenLine(indentation: $0.indentation, text: $0.text, offer: nil) }
  }

  /// The titles of the levels, from the bottom to the top.
  var trail: String {
    levels.map { level in
      let style = level.json["style"]?.text ?? "root"
      let title = level.title ?? level.id
      return style == "root" || style == "push" ? title : "\(title) (\(style))"
    }.joined(separator: " › ")
  }
}

extension Level {
  /// Whether it asks a person to confirm what an agent proposes.
  fileprivate var asksPerson: Bool { id.hasPrefix(Proposal.idPrefix) }
}

/// A line of a screen, with what it offers.
final class ScreenLine: Sendable {
  let indentation: Int
  let text: String
  let offer: Offer?

  init(indentation: Int, text: String, offer: Offer?) {
    self.indentation = indentation
    self.text = text
    self.offer = offer
  }

  /// Something that an agent can do.
  // A class, as is the line: both are looked at more often than they are made.
  final class Offer: Sendable {
    /// The name by which calls refer to it. It has the level's id, as another level may have a node
    /// of the same id, and no position, so that it stays right while other things come and go.
    let reference: String
    let control: Control
    /// The member of the control's node that has the action.
    let member: String?

    init(reference: String, control: Control, member: String?) {
      self.reference = reference
      self.control = control
      self.member = member
    }

    /// Whether it does what a person should confirm.
    var isDestructive: Bool { control.isDestructive || control.id.member == "delete" }
  }

  /// Adds the lines for a line of a drawing: several if its control can be used in several ways.
  static func append(_ line: LevelDrawing.Line, to lines: inout [ScreenLine]) {
    let text =
      line.cells.count == 1
      ? line.cells[0] : line.cells.filter { !$0.isEmpty }.joined(separator: " | ")
    func add(_ text: String, _ offer: Offer? = nil) {
      lines.append(ScreenLine(indentation: line.indentation, text: text, offer: offer))
    }
    guard let control = line.control, let reference = control.reference else {
      return text.isEmpty ? () : add(text)
    }
    func offer(_ member: String? = nil) -> Offer {
      Offer(
        reference: member.map { reference + "/" + $0 } ?? reference, control: control,
        member: member)
    }
    switch control.use {
    case .none: add(text)
    case .change where control.node["send"] == nil:
      for member in ["increment", "decrement"] where control.node.member(member) != nil {
        add("\(text): \(member)", offer(member))
      }
    case .change(let entry): add("\(text): \(entry.said(of: control.node))", offer())
    case .press: add(text.unbracketed, offer())
    case .prompt(let fields):
      let names = fields.map(\.label).joined(separator: ", ")
      add("\(text.unbracketed) (asks for: \(names))", offer())
    }
  }
}

extension Control {
  /// The name of the control in calls; `nil` for a node without an id.
  fileprivate var reference: String? {
    if node["id"] == nil { return nil }
    let reference = id.level + ":" + id.node
    return id.member == "send" ? reference : reference + "/" + id.member
  }
}

extension Entry {
  /// Returns the value as an agent reads it, and what it can be.
  fileprivate func said(of node: JSONNode) -> String {
    let value = node["value"]?.literal ?? .null
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
    guard utf8.first == 0x5B, utf8.last == 0x5D, utf8.count > 2 else { return self }
    return String(self[utf8.index(after: startIndex)..<utf8.index(before: endIndex)])
  }
}
