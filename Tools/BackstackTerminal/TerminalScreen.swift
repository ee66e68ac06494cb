package import BackstackCoding
import BackstackPlatform
import FoundationEssentials

/// What a terminal shows of a session, and what its keys do: any feature's, from its description alone.
///
/// It shows the level on top of the session with the values of its state and the actions that it takes.
/// It has no I/O: it takes keys and snapshots, and returns commands.
package struct TerminalScreen {
  /// The consequence of a key.
  package enum Command: Hashable {
    /// To send an action to the session.
    case send(JSONLiteral)
    case quit
  }

  /// What Enter does in a line.
  private enum Choice {
    case fill(name: String, ActionSchema)
    case send(label: String, JSONLiteral)

    var label: String {
      switch self {
      case .fill(let name, _): name + "…"
      case .send(let label, _): label
      }
    }
  }

  private let feature: String
  private let places: [Place]
  private let schema: ActionSchema
  private var levels: [Level] = []
  /// The snapshot that is shown.
  package private(set) var snapshot = JSONLiteral.null
  private var version = 0
  private var choices: [Choice] = []
  private var selected = 0
  /// The form that is being filled in, and what makes the level's action of its value.
  private var form: (Form, name: String)?
  private var notice = ""

  /// Creates a screen without a session.
  ///
  /// - Parameter description: What `GET /features/NAME` returns.
  package init(description: JSONLiteral) {
    feature = description["name"]?.text ?? ""
    places = description["navigation"]?.elements.compactMap(Place.init) ?? []
    schema = ActionSchema(description["action"] ?? .null)
  }

  // MARK: Events

  /// Shows a snapshot of the session.
  package mutating func show(_ snapshot: JSONLiteral) {
    guard let state = snapshot["state"], case .number(let number)? = snapshot["version"],
      let newVersion = Int(number), newVersion >= version
    else { return }
    version = newVersion
    self.snapshot = snapshot
    let before = levels.map(\.name)
    levels = Level.all(of: state, named: feature, places)
    let wasSelected = choices.indices.contains(selected) ? choices[selected].label : nil
    choices = makeChoices()
    // The selection stays at its action while the level stays.
    selected =
      before == levels.map(\.name)
      ? choices.firstIndex { $0.label == wasSelected } ?? 0 : 0
    if before != levels.map(\.name) { form = nil }
  }

  /// Shows a message until the next key.
  package mutating func tell(_ message: String) { notice = message }

  /// Reacts to a key.
  package mutating func press(_ bytes: [UInt8]) -> [Command] {
    notice = ""
    return Key.all(in: bytes).compactMap { react(to: $0) }
  }

  private mutating func react(to key: Key) -> Command? {
    if var fields = form?.0, let name = form?.name {
      let rows = fields.rows.count
      switch key {
      case .up: selected = max(0, selected - 1)
      case .down: selected = min(rows, selected + 1)
      case .left: fields.step(selected, by: -1)
      case .right: fields.step(selected, by: 1)
      case .backspace: fields.deleteBackward(in: selected)
      case .text(let text): fields.type(text, in: selected)
      case .escape:
        close()
        return nil
      case .enter:
        if selected < rows {
          selected += 1
          return nil
        }
        let action = levels.last?.action([name: fields.value])
        close()
        return action.map(Command.send)
      }
      form = (fields, name)
      return nil
    }
    switch key {
    case .up: selected = max(0, selected - 1)
    case .down: selected = max(0, min(choices.count - 1, selected + 1))
    case .escape, .backspace, .left: return levels.last?.close.map(Command.send)
    case .text("q"): return .quit
    case .enter, .right:
      guard choices.indices.contains(selected) else { return nil }
      switch choices[selected] {
      case .send(_, let action): return .send(action)
      case .fill(let name, let schema):
        form = (Form(name, schema, ids: Self.ids(in: levels.last?.state ?? .null)), name)
        selected = 0
      }
    case .text: break
    }
    return nil
  }

  private mutating func close() {
    let name = form?.name
    form = nil
    selected = choices.firstIndex { $0.label == name.map { $0 + "…" } } ?? 0
  }

  // MARK: What can be done

  private func makeChoices() -> [Choice] {
    guard let level = levels.last else { return [] }
    if level.isQuestion {
      let buttons = level.state["buttons"]?.elements ?? []
      let answers = buttons.map { button in
        let label = button["label"]?.text ?? "OK"
        let action = button["action"].flatMap { $0 == .null ? nil : $0 }
        return Choice.send(label: label, action.map(level.action) ?? level.close ?? .null)
      }
      return answers.isEmpty ? level.close.map { [.send(label: "OK", $0)] } ?? [] : answers
    }
    let mark = JSONLiteral.string("\u{0}")
    guard let actions = schema.inner(of: level.action(mark), at: mark) else { return [] }
    // What is for levels above comes from there.
    return actions.cases.filter { !level.places.contains($0.name) }.map { one in
      if let payload = one.payload { return .fill(name: one.name, payload) }
      return .send(label: one.name, level.action(.string(one.name)))
    }
  }

  /// Returns the ids in a state, in their order.
  private static func ids(in state: JSONLiteral) -> [String] {
    switch state {
    case .string(let text): text.utf8.count == 36 && UUID(uuidString: text) != nil ? [text] : []
    case .array(let elements): elements.flatMap(ids)
    case .object(let members): members.flatMap { ids(in: $0.value) }
    default: []
    }
  }

  // MARK: Lines

  /// Returns what is shown, a line for each row of the terminal.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  package func lines(width: Int, height: Int) -> [String] {
    var head = [levels.map(\.name).joined(separator: " › ") + "   version \(version)", ""]
    if let level = levels.last {
      head += level.isQuestion ? Self.question(level.state) : values(of: level)
      head.append("")
    }
    var body: [String] = []
    if let (form, name) = form {
      body = form.rows.map { row in "\(row.label): \(row.value)" } + ["Send \(name)"]
    } else {
      body = choices.map(\.label)
    }
    let keys =
      form == nil
      ? "↑ ↓ choose · Enter sends\(levels.last?.close == nil ? "" : " · Escape goes back") · q quits"
      : "↑ ↓ choose · type or ← → change · Enter goes on · Escape leaves the form"
    let foot = notice.isEmpty ? [keys] : [notice, keys]
    // The list scrolls; the state gives way to it if there is little room.
    let room = max(1, height - foot.count - 1)
    head = Array(head.prefix(max(1, room - min(body.count, max(3, room / 2)))))
    let visible = max(1, room - head.count)
    let first = max(0, min(selected - visible / 2, body.count - visible))
    let list = body.enumerated().dropFirst(first).prefix(visible).map { index, text in
      (index == selected ? "▸ " : "  ") + text
    }
    return (head + list + [""] + foot).prefix(height).map { Self.fit($0, width) }
  }

  private static func question(_ state: JSONLiteral) -> [String] {
    ["title", "message"].compactMap { state[$0]?.text }.flatMap { $0.split(separator: "\n") }
      .map { "  \($0)" }
  }

  private func values(of level: Level) -> [String] {
    let shown = level.state.members.filter { !level.places.contains($0.name) }
    if shown.isEmpty, level.state.members.isEmpty, level.state != .object([]) {
      return ["  \(level.state.json)"]
    }
    return shown.flatMap { Self.lines(of: $0, indent: "  ") }
  }

  /// Returns the lines of a member: a line for each member and each element in it, two levels deep.
  private static func lines(of member: JSONLiteral.Member, indent: String) -> [String] {
    let inner = indent + "  "
    switch member.value {
    case .array(let elements) where !elements.isEmpty:
      return ["\(indent)\(member.name):"] + elements.map { "\(inner)\($0.text ?? $0.json)" }
    case .object(let members) where !members.isEmpty && indent.count < 6:
      return ["\(indent)\(member.name):"] + members.flatMap { lines(of: $0, indent: inner) }
    default: return ["\(indent)\(member.name): \(member.value.text ?? member.value.json)"]
    }
  }

  /// Returns a line without what could control the terminal, as wide as there is room for.
  private static func fit(_ line: String, _ width: Int) -> String {
    let shown = line.map { character in
      character.unicodeScalars.contains(where: \.isHidden) ? "�" : character
    }
    return shown.count <= width ? String(shown) : String(shown.prefix(max(0, width - 1))) + "…"
  }
}
