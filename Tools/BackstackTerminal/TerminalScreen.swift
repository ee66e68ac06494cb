package import BackstackCoding
import BackstackPlatform
import BackstackScreenText
package import FoundationEssentials

/// The lines that a terminal shows of a session, and the effects of its keys, for any feature with
/// a screen.
///
/// It draws the level on top of the session, and moves a selection over its controls. It has no I/O:
/// it takes keys and screens, and returns commands.
package struct TerminalScreen {
  /// The consequence of a key or of a screen.
  package enum Command: Hashable {
    /// To send an action to the session, with a key that others send it with, too, if it has one.
    case send(JSONLiteral, key: String? = nil)
    case quit
  }

  /// Where the selection is.
  private struct Focus {
    var line: Int
    var control: Control.ID?
  }

  /// A value that the server has not shown yet.
  private struct Draft {
    var entry: Entry
    /// The action that was sent with it, until it is answered.
    var sent: JSONLiteral?
  }

  /// The fields of an action, while a person fills them in one after the other.
  private struct Prompt {
    let control: Control
    var fields: [Control.Field]
    var index = 0
    var sent: JSONLiteral?
  }

  /// The lines of the level on top that are shown, and which of them is selected.
  private struct Page {
    var lines: [LevelDrawing.Line]
    var focus: Int

    var control: Control? { lines.indices.contains(focus) ? lines[focus].control : nil }
  }

  private var levels: [Level] = []
  /// The session with its screen.
  package private(set) var document = JSONLiteral.null
  private var version = 0
  private var focuses: [String: Focus] = [:]
  private var drafts: [Control.ID: Draft] = [:]
  private var editing: Control.ID?
  private var prompt: Prompt?
  private var notice = ""
  /// The levels that the session was told of.
  private var appeared: Set<String> = []
  private let timeZone: TimeZone
  private var reader = KeyReader()

  /// How many lines without controls the selection leaves out.
  private static let stride = 6

  /// Creates a screen without a session.
  package init(timeZone: TimeZone = .current) { self.timeZone = timeZone }

  // MARK: Events

  /// Shows a session with its screen, unless a later version is shown.
  ///
  /// - Complexity: O(*n*) in the size of the level on top, as for keys and for lines.
  /// - Returns: What tells the session that a level is shown for the first time.
  package mutating func show(_ document: JSONLiteral) -> [Command] {
    guard case .array(let levels)? = document["screen"]?["levels"],
      case .number(let number)? = document["version"], let newVersion = Int(number),
      newVersion >= version
    else { return [] }
    version = newVersion
    self.document = document
    self.levels = levels.map { Level(json: $0) }
    let ids = Set(self.levels.map(\.id))
    focuses = focuses.filter { ids.contains($0.key) }
    drafts = drafts.filter { ids.contains($0.key.level) }
    appeared.formIntersection(ids)
    let controls = Set(allLines().compactMap { $0.control?.id })
    drafts = drafts.filter { $0.key.level != top.id || controls.contains($0.key) }
    if let editing, !controls.contains(editing) { self.editing = nil }
    if let prompt, !controls.contains(prompt.control.id) { self.prompt = nil }
    let page = page()
    keep(page.focus, in: page.lines)
    guard let action = top.json["appear"]?.literal, appeared.insert(top.id).inserted else {
      return []
    }
    return [.send(action, key: "appear-\(top.id)")]
  }

  /// Shows the session after an action of this person.
  package mutating func accept(_ action: JSONLiteral, _ document: JSONLiteral) -> [Command] {
    drafts = drafts.filter { $0.value.sent != action }
    if prompt?.sent == action { prompt = nil }
    return show(document)
  }

  /// Shows why an action has no effect; what was typed for it stays.
  package mutating func refuse(_ action: JSONLiteral, _ reason: String) {
    notice = reason
    if prompt?.sent == action { prompt?.sent = nil }
    for (id, draft) in drafts where draft.sent == action {
      guard draft.entry.isTyped else {
        drafts[id] = nil
        continue
      }
      drafts[id]?.sent = nil
      if editing == nil, prompt == nil, id.level == top.id {
        editing = id
        focuses[top.id]?.control = id
      }
    }
  }

  /// Shows a message until the next key.
  package mutating func tell(_ message: String) { notice = message }

  /// Reacts to keys, as a terminal sends them.
  package mutating func press(_ bytes: [UInt8]) -> [Command] {
    notice = ""
    return reader.keys(in: bytes).flatMap { react(to: $0) }
  }

  private mutating func react(to key: Key) -> [Command] {
    if key == .interrupt { return [.quit] }
    if prompt != nil { return fill(key) }
    if let editing { return edit(editing, key) }
    let control = page().control
    switch key {
    case .up, .backTab: move(by: -1)
    case .down, .tab: move(by: 1)
    case .left: return control.map { step($0, by: -1) } ?? []
    case .right: return control.map { step($0, by: 1) } ?? []
    case .enter: return control.map { use($0) } ?? []
    case .escape: return top.leave.map { [.send($0.literal)] } ?? []
    case .text("q"): return [.quit]
    case .text("r"): return top.json["refresh"].map { [.send($0.literal)] } ?? []
    case .pasted: notice = "Choose a field with Enter first, and paste the text then."
    case .backspace, .newLine, .interrupt, .text: break
    }
    return []
  }

  // MARK: The selection

  private var top: Level { levels.last ?? Level(json: JSONLiteral.object([])) }

  private func allLines(now: Date = Date(timeIntervalSince1970: 0)) -> [LevelDrawing.Line] {
    drawing(now).lines
  }

  private func drawing(_ now: Date = Date(timeIntervalSince1970: 0)) -> LevelDrawing {
    LevelDrawing(of: top, DateTexts(now: now, timeZone: timeZone))
  }

  /// Returns the lines without those behind rows that are not selected.
  private func page(now: Date = Date(timeIntervalSince1970: 0)) -> Page {
    let drawing = drawing(now)
    let focus = focuses[top.id]
    let selected = drawing.lines.first { $0.control != nil && $0.control?.id == focus?.control }
    let first = drawing.first.map { drawing.lines[$0].control?.id } ?? nil
    let owner = selected.map { $0.owner ?? $0.control?.id } ?? (focus == nil ? first : nil)
    let lines = drawing.lines.filter { $0.owner == nil || $0.owner == owner }
    func line(of id: Control.ID?) -> Int? {
      id.flatMap { id in lines.firstIndex { $0.control?.id == id } }
    }
    guard let focus else { return Page(lines: lines, focus: line(of: first) ?? 0) }
    if let line = line(of: focus.control) { return Page(lines: lines, focus: line) }
    // What was selected is gone: what has come to its place is nearest.
    let last = max(0, min(focus.line, lines.count - 1))
    guard focus.control != nil else { return Page(lines: lines, focus: last) }
    let near = lines.indices.filter { lines[$0].control != nil && lines[$0].owner == nil }
      .min { abs($0 - last) < abs($1 - last) }
    return Page(lines: lines, focus: near ?? last)
  }

  private mutating func keep(_ line: Int, in lines: [LevelDrawing.Line]) {
    let control = lines.indices.contains(line) ? lines[line].control?.id : nil
    focuses[top.id] = Focus(line: line, control: control)
  }

  /// Selects the next control, or a line further away if none is near; goes around at the end.
  private mutating func move(by offset: Int) {
    let page = page()
    let lines = page.lines
    guard !lines.isEmpty else { return }
    var next = page.focus + offset
    while lines.indices.contains(next), lines[next].control == nil,
      abs(next - page.focus) < Self.stride
    {
      next += offset
    }
    if !lines.indices.contains(next) {
      let end = offset > 0 ? lines.count - 1 : 0
      let controls = lines.indices.filter { lines[$0].control != nil }
      let around = (offset > 0 ? controls.first : controls.last) ?? lines.count - 1 - end
      next = page.focus == end || lines[end].cells.isEmpty ? around : end
    }
    keep(next, in: lines)
  }

  // MARK: Controls

  private mutating func use(_ control: Control) -> [Command] {
    switch control.use {
    case .none: return []
    case .press: return control.action().map { [.send($0)] } ?? []
    case .change(let entry):
      guard entry.isTyped else { return step(control, by: 1) }
      editing = control.id
      if drafts[control.id] == nil { drafts[control.id] = Draft(entry: entry) }
      drafts[control.id]?.sent = nil
    case .prompt(let fields):
      prompt = Prompt(control: control, fields: fields)
      if fields.isEmpty { return fill(.enter) }
    }
    return []
  }

  /// Switches a control to its next or previous value, and sends that.
  private mutating func step(_ control: Control, by offset: Int) -> [Command] {
    guard case .change(let shown) = control.use, !shown.isTyped else { return [] }
    if control.node["send"] == nil {
      let action = control.action(member: offset > 0 ? "increment" : "decrement")
      return action.map { [.send($0)] } ?? []
    }
    var entry = drafts[control.id]?.entry ?? shown
    let before = entry
    entry.step(by: offset)
    guard entry != before, let action = control.action(entry.value) else { return [] }
    drafts[control.id] = Draft(entry: entry, sent: action)
    return [.send(action)]
  }

  private mutating func edit(_ id: Control.ID, _ key: Key) -> [Command] {
    guard let control = allLines().first(where: { $0.control?.id == id })?.control,
      case .change(let shown) = control.use
    else {
      editing = nil
      return []
    }
    switch key {
    case .text(let text): drafts[id]?.entry.type(text)
    case .pasted(let text): drafts[id]?.entry.type(text.pasted(inLines: control.isMultiline))
    case .newLine: if control.isMultiline { drafts[id]?.entry.type("\n") }
    case .backspace: drafts[id]?.entry.deleteBackward()
    case .left: drafts[id]?.entry.moveCursor(by: -1)
    case .right: drafts[id]?.entry.moveCursor(by: 1)
    case .escape:
      editing = nil
      drafts[id] = nil
    case .enter: return send(control, [control.node["submit"] == nil ? nil : "submit"])
    case .tab, .down, .up, .backTab:
      let isChanged = drafts[id]?.entry.value != shown.value
      let commands = isChanged ? send(control, []) : []
      if !isChanged { drafts[id] = nil }
      editing = nil
      move(by: key == .up || key == .backTab ? -1 : 1)
      return commands
    case .interrupt: break
    }
    return []
  }

  private mutating func send(_ control: Control, _ others: [String?]) -> [Command] {
    editing = nil
    guard let value = drafts[control.id]?.entry.value, let action = control.action(value) else {
      return []
    }
    drafts[control.id]?.sent = action
    return ([action] + others.compactMap { $0.flatMap { control.action(member: $0) } })
      .map { .send($0) }
  }

  private mutating func fill(_ key: Key) -> [Command] {
    guard var filled = prompt else { return [] }
    defer { if prompt != nil { prompt = filled } }
    if key == .escape {
      prompt = nil
      return []
    }
    let index = filled.index
    if filled.fields.indices.contains(index) {
      switch key {
      case .text(let text): filled.fields[index].entry.type(text)
      case .pasted(let text): filled.fields[index].entry.type(text.pasted(inLines: false))
      case .newLine: filled.fields[index].entry.type("\n")
      case .backspace: filled.fields[index].entry.deleteBackward()
      case .left, .right:
        let offset = key == .left ? -1 : 1
        filled.fields[index].entry.moveCursor(by: offset)
        filled.fields[index].entry.step(by: offset)
      case .up, .backTab: filled.index = max(0, index - 1)
      case .down, .tab: filled.index = min(filled.fields.count - 1, index + 1)
      case .enter, .escape, .interrupt: break
      }
    }
    guard key == .enter, filled.sent == nil else { return [] }
    if index + 1 < filled.fields.count {
      filled.index += 1
      return []
    }
    filled.sent = filled.control.action(of: filled.fields)
    return filled.sent.map { [.send($0)] } ?? []
  }

  // MARK: Lines

  /// Returns what is shown, a line for each row of the terminal.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - now: The present, for texts that count.
  package func lines(width: Int, height: Int, now: Date) -> [String] {
    let page = page(now: now)
    var body: [String] = []
    var focus = 0
    for (index, line) in page.lines.enumerated() {
      if index == page.focus { focus = body.count }
      let mark = index == page.focus && line.control != nil && prompt == nil ? "▸ " : "  "
      let shown = text(of: line, width)
      let parts =
        line.control == nil && line.shape == .text
        ? Self.wrapped(shown, width - line.indentation - 2) : [shown]
      body += parts.map { part in
        part.isEmpty ? "" : mark + String(repeating: " ", count: line.indentation) + part
      }
      if let prompt, prompt.control.id == line.control?.id {
        focus = body.count + min(prompt.index, max(0, prompt.fields.count - 1))
        body += lines(of: prompt, line.indentation + 2, width)
      }
    }
    let foot =
      (notice.isEmpty ? [] : Self.wrapped(notice, width)) + Self.wrapped(hint(page), width)
    let room = max(1, height - foot.count - 3)
    let first = max(0, min(focus - room / 2, body.count - room))
    let shown = [breadcrumb(width), ""] + body.dropFirst(first).prefix(room) + [""] + foot
    return shown.prefix(height).map { Self.fit($0, width) }
  }

  private func text(of line: LevelDrawing.Line, _ width: Int) -> String {
    var text = line.cells.joined(separator: "  ")
    guard let control = line.control, case .change(let entry) = control.use else { return text }
    // A long name gives way to the value.
    let maximum = max(8, width - line.indentation - 20)
    if text.columns > maximum { text = text.prefix(columns: maximum - 1) + "…" }
    let draft = drafts[control.id]
    let isEditing = editing == control.id
    let room = width - line.indentation - 2 - text.columns - 2
    let value = (draft?.entry ?? entry).shown(isEditing: isEditing, width: room)
    let state =
      draft == nil || isEditing || draft?.entry.isTyped == false
      ? "" : draft?.sent == nil ? " (not sent)" : " …"
    return (text.isEmpty ? "" : text + "  ") + value + state
  }

  private func lines(of prompt: Prompt, _ indentation: Int, _ width: Int) -> [String] {
    prompt.fields.enumerated().map { index, field in
      let isCurrent = index == prompt.index
      let head =
        (isCurrent ? "▸ " : "  ") + String(repeating: " ", count: indentation) + field.label + "  "
      return head + field.entry.shown(isEditing: isCurrent, width: width - head.columns)
    }
  }

  /// The titles of the levels; those below give way to the one on top.
  private func breadcrumb(_ width: Int) -> String {
    let shown = top.isQuestion ? levels.dropLast() : levels[...]
    var titles = shown.compactMap(\.title).filter { !$0.isEmpty }
    var text = titles.joined(separator: " › ")
    while text.columns > width, titles.count > 1 {
      titles.removeFirst()
      text = "… › " + titles.joined(separator: " › ")
    }
    return text
  }

  private func hint(_ page: Page) -> String {
    if let prompt {
      return (prompt.sent == nil ? "Enter continues" : "Sending …")
        + " · ← → change · Escape leaves"
    }
    if let editing {
      let control = page.lines.first { $0.control?.id == editing }?.control
      let line = control?.isMultiline == true ? "Alt and Enter begin a line · " : ""
      return "type · Enter sends · \(line)Escape leaves it as it was"
    }
    var parts = ["↑ ↓ choose"]
    switch page.control?.use {
    case .press: parts.append("Enter presses")
    case .change(let entry): parts.append(entry.isTyped ? "Enter edits" : "← → change")
    case .prompt: parts.append("Enter asks")
    case .some(.none), nil: break
    }
    if top.leave != nil { parts.append(top.isPushed ? "Escape goes back" : "Escape closes") }
    if top.json["refresh"] != nil { parts.append("r refreshes") }
    return (parts + ["q quits"]).joined(separator: " · ")
  }

  /// Returns the lines of a text, which are as wide as there is room for.
  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    guard text.columns > max(1, width) else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.columns + 1 + word.columns > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      // Languages without spaces, and addresses.
      while line.columns > max(2, width) {
        let part = line.prefix(columns: max(2, width))
        lines.append(String(part))
        line.removeFirst(part.count)
      }
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }

  /// Returns a line without what could control the terminal, as wide as there is room for.
  private static func fit(_ line: String, _ width: Int) -> String {
    let shown = String(
      line.map { $0.unicodeScalars.contains(where: \.isHidden) ? "�" : $0 })
    return shown.columns <= width ? shown : shown.prefix(columns: width - 1) + "…"
  }
}

extension String {
  /// Returns what a field gets of a pasted text: without control characters, and with blanks between its lines
  /// if the field has one.
  fileprivate func pasted(inLines keepsLines: Bool) -> String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let text = lines.joined(separator: keepsLines ? "\n" : " ").replacing("\t", with: "  ")
    var kept = ""
    for scalar in text.unicodeScalars
    where scalar == "\n" || scalar.properties.generalCategory != .control {
      kept.unicodeScalars.append(scalar)
    }
    return kept
  }
}
