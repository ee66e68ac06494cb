import BackstackCoding
package import FoundationEssentials

/// A level as lines, from the top to the bottom.
package struct LevelDrawing {
  package struct Line {
    /// How the columns of a line are aligned: with those of lines around it that are alike.
    package enum Shape: Hashable { case text, row, value }

    package let indentation: Int
    package var cells: [String]
    package let shape: Shape
    package var control: Control?
    /// The row that the line is behind: it is shown while the row is selected.
    package var owner: Control.ID?
    fileprivate var isAligned = false
  }

  package private(set) var lines: [Line] = []
  /// The line that is selected at first; `nil` if nothing can be selected.
  package private(set) var first: Int?
  private let level: Level
  private let dates: DateTexts?
  private let alignsColumns: Bool

  private static let depth = 40
  private static let maximumColumn = 30

  /// Draws a level.
  ///
  /// - Parameters:
  ///   - dates: The texts of dates; `nil` to show each as it came.
  ///   - alignsColumns: Whether cells are as wide as those of lines around them that are alike.
  /// - Complexity: O(*n*) in the size of the level, of which what is nested deeper than 40 nodes is
  ///   not shown.
  package init(of level: Level, _ dates: DateTexts?, alignsColumns: Bool = true) {
    self.level = level
    self.dates = dates
    self.alignsColumns = alignsColumns
    draw()
  }

  private mutating func draw() {
    if level.isQuestion { add(level.title ?? "") }
    if let subtitle = level.json["subtitle"]?.text { add(subtitle) }
    let below = ["cancellationAction", "confirmationAction", "destructiveAction", "bottomBar"]
    let toolbar = level.json.elements(of: "toolbar")
    let isBelow = toolbar.map { below.contains($0["placement"]?.text ?? "") }
    aligned {
      if let search = $0.level.json["search"] { $0.draw(search, 0, 0) }
      for (node, isBelow) in zip(toolbar, isBelow) where !isBelow { $0.draw(node, 0, 0) }
      if !$0.lines.isEmpty { $0.separate() }
      for node in $0.level.json.elements(of: "message") { $0.draw(node, 0, 0) }
      if $0.level.isQuestion { $0.separate() }
    }
    let body = lines.count
    aligned { drawing in
      drawing.draw(drawing.level.json.elements(of: "body"), 0, 0)
      if isBelow.contains(true) { drawing.separate() }
      for (node, isBelow) in zip(toolbar, isBelow) where isBelow { drawing.draw(node, 0, 0) }
    }
    if lines.last?.cells.isEmpty == true { lines.removeLast() }
    let controls = lines.indices.filter { lines[$0].control != nil && lines[$0].owner == nil }
    // Enter does not delete by accident.
    let harmless = controls.filter { lines[$0].control?.isDestructive == false }
    first = harmless.first { $0 >= body } ?? harmless.first ?? controls.first
  }

  // MARK: Lines

  private mutating func add(
    _ cells: [String], _ indentation: Int, _ shape: Line.Shape = .text, control: Control? = nil
  ) {
    lines.append(Line(indentation: indentation, cells: cells, shape: shape, control: control))
  }

  private mutating func add(_ text: String, _ indentation: Int = 0) {
    // Most texts are plain.
    if !text.isEmpty, JSONString.isPlain(text) { return add([text], indentation) }
    for line in text.split(whereSeparator: \.isNewline) { add([String(line)], indentation) }
  }

  /// Adds an empty line, unless one is there.
  private mutating func separate() {
    if lines.last.map({ !$0.cells.isEmpty }) ?? false { add([], 0) }
  }

  /// Aligns the columns of the lines that are added.
  private mutating func aligned(_ body: (inout Self) -> Void) {
    guard alignsColumns else { return body(&self) }
    let start = lines.count
    body(&self)
    var widths: [[Int]: Int] = [:]
    func key(_ line: Line, _ column: Int) -> [Int] {
      [line.shape == .row ? line.cells.count : 0, line.indentation, column]
    }
    func columns(_ line: Line) -> Int {
      // The value of a control is behind its cells.
      line.shape == .value && line.control != nil ? line.cells.count : line.cells.count - 1
    }
    let shaped = lines.indices[start...].filter { lines[$0].shape != .text && !lines[$0].isAligned }
    for index in shaped {
      for column in 0..<max(0, columns(lines[index])) {
        let count = min(lines[index].cells[column].columns, Self.maximumColumn)
        widths[key(lines[index], column), default: 0] = max(
          widths[key(lines[index], column), default: 0], count)
      }
    }
    for index in shaped {
      lines[index].isAligned = true
      for column in 0..<max(0, columns(lines[index])) {
        let missing =
          widths[key(lines[index], column), default: 0] - lines[index].cells[column].columns
        if missing > 0 { lines[index].cells[column] += String(repeating: " ", count: missing) }
      }
    }
  }

  // MARK: Nodes

  private mutating func draw(
    _ nodes: some Collection<JSONNode>, _ indentation: Int, _ depth: Int
  ) {
    let movable = nodes.count { $0.has("move") }
    var position = 0
    for node in nodes {
      let isMovable = node.has("move")
      draw(node, indentation, depth, moves: isMovable ? (position, movable) : nil)
      if isMovable { position += 1 }
    }
  }

  /// Draws a node, and what is behind it if it is a row.
  private mutating func draw(
    _ node: JSONNode, _ indentation: Int, _ depth: Int, moves: (Int, Int)? = nil
  ) {
    guard depth < Self.depth else { return }
    let start = lines.count
    drawKind(node, indentation, depth)
    if let badge = node["badge"], start < lines.count, !lines[start].cells.isEmpty {
      lines[start].cells[lines[start].cells.count - 1] += " (\(badge.text ?? badge.json))"
    }
    if let error = node["error"]?.text { add("! \(error)", indentation + 2) }
    let (swipe, menu) = (node.elements(of: "swipe"), node.elements(of: "menu"))
    let canTap = node.has("tap")
    let hasMore =
      !swipe.isEmpty || !menu.isEmpty || node.has("delete") || moves != nil
    guard canTap || hasMore, let line = lines.indices[start...].first(where: hasCells) else {
      return
    }
    let inside = lines.indices[start...].first { lines[$0].control != nil }
    if inside == nil {
      lines[line].control = control(canTap ? .press : .none, node, "tap")
    }
    guard hasMore, let owner = lines[inside ?? line].control?.id else { return }
    let end = lines.count
    draw(Array(swipe) + menu, indentation + 2, depth + 1)
    if node.has("delete") {
      add(["[Delete]"], indentation + 2, .text, control: control(.press, node, "delete"))
    }
    if let (position, count) = moves {
      if position > 0 { addMove("Move up", to: position - 1, node, indentation) }
      // The position is that of the row before which it goes.
      if position < count - 1 { addMove("Move down", to: position + 2, node, indentation) }
    }
    for index in lines.indices[end...] { lines[index].owner = owner }
  }

  private func hasCells(_ index: Int) -> Bool { !lines[index].cells.isEmpty }

  private mutating func addMove(
    _ name: String, to position: Int, _ node: JSONNode, _ indentation: Int
  ) {
    let control = Control(
      .press, node, on: level, "move", name: name, order: lines.count,
      value: .number(String(position)))
    add(["[\(name)]"], indentation + 2, .text, control: control)
  }

  private func control(_ use: Control.Use, _ node: JSONNode, _ member: String = "send")
    -> Control
  {
    Control(use, node, on: level, member, order: lines.count)
  }

  private mutating func drawKind(_ node: JSONNode, _ indentation: Int, _ depth: Int) {
    let children = node.elements(of: "children")
    // Only where it is drawn: it may be all texts in the node.
    var name: String { self.name(node) }
    switch node["kind"] {
    case "text", "label", "icon", "image", "swatch": add(name, indentation)
    case "row", "gridRow": drawRow(children, indentation, depth)
    case "column", "layers", "scroll", "tab": draw(children, indentation, depth + 1)
    case "list", "form", "grid": aligned { $0.draw(children, indentation, depth + 1) }
    case "section": drawSection(node, indentation, depth)
    case "spacer": break
    case "divider": add("────────", indentation)
    case "labeled":
      if children.contains(where: { Self.hasControls($0) }) {
        add(name, indentation)
        draw(children, indentation + 2, depth + 1)
      } else {
        add(
          [name, children.flatMap { leaves($0) }.joined(separator: " ")], indentation, .value)
      }
    case "disclosure":
      let isOpen = node["open"] != false || !node.has("send")
      let use = Control.Use.change(Entry(.toggle, value: .bool(isOpen), node))
      add(
        [(isOpen ? "▾ " : "▸ ") + name], indentation, .value,
        control: !node.has("send") ? nil : control(use, node))
      if isOpen { draw(children, indentation + 2, depth + 1) }
    case "empty":
      add(name, indentation)
      draw(node.elements(of: "description"), indentation, depth + 1)
      separate()
      draw(node.elements(of: "actions"), indentation, depth + 1)
    case "progress", "gauge":
      add(
        ([name, bar(node)] + children.flatMap { leaves($0) }).filter { !$0.isEmpty }, indentation,
        .value)
    case "button": drawButton(node, indentation)
    case "link", "share":
      add(
        [name, node["url"]?.text ?? ""].filter { !$0.isEmpty }.joined(separator: ": "), indentation)
    case "menu":
      add(name, indentation)
      draw(children, indentation + 2, depth + 1)
    case "prompt":
      let fields = node.elements(of: "fields").compactMap(field)
      if !node.has("send") || node["disabled"] == true {
        add("(\(name))", indentation)
      } else {
        add(["[\(name)…]"], indentation, .text, control: control(.prompt(fields), node))
      }
    default: drawField(node, named: name, indentation, depth)
    }
  }

  private mutating func drawRow(
    _ children: JSONNode.Elements, _ indentation: Int, _ depth: Int
  ) {
    if children.contains(where: { Self.hasControls($0) }) {
      return draw(children, indentation, depth + 1)
    }
    let cells = children.map { leaves($0).joined(separator: " ") }.filter { !$0.isEmpty }
    if !cells.isEmpty { add(cells, indentation, .row) }
  }

  private mutating func drawSection(_ node: JSONNode, _ indentation: Int, _ depth: Int) {
    separate()
    draw(node.elements(of: "header"), indentation, depth + 1)
    aligned { $0.draw(node.elements(of: "children"), indentation + 2, depth + 1) }
    draw(node.elements(of: "footer"), indentation + 2, depth + 1)
    separate()
  }

  private mutating func drawButton(_ node: JSONNode, _ indentation: Int) {
    let mark = node["selected"] == true ? "✓ " : ""
    let cells = node.elements(of: "label").flatMap { leaves($0) }
    let isUsable = node.has("send") && node["disabled"] != true
    let control = isUsable ? control(.press, node) : nil
    if !node.has("text"), cells.count > 1 {
      return add([mark + cells[0]] + cells.dropFirst(), indentation, .row, control: control)
    }
    let text = name(node)
    // An icon alone is better than nothing.
    let icon = node["icon"] ?? node["label"]?.elements.first?["icon"]
    let name = mark + (text.isEmpty ? icon?.text ?? "" : text)
    add([isUsable ? "[" + name + "]" : "(" + name + ")"], indentation, .text, control: control)
  }

  /// Draws a control with a value, or a kind that is not known.
  private mutating func drawField(
    _ node: JSONNode, named name: String, _ indentation: Int, _ depth: Int
  ) {
    guard let entry = Entry(field: node, options: options(node)) else {
      let part: StaticString = !node.has("fallback") ? "children" : "fallback"
      return draw(node.elements(of: part), indentation, depth + 1)
    }
    let label = name + (node["required"] == true ? " *" : "")
    let isUsable =
      (node.has("send") || node.has("increment") || node.has("decrement"))
      && node["disabled"] != true
    if isUsable {
      add([label], indentation, .value, control: control(.change(entry), node))
    } else {
      let value = entry.kind == .steps ? "" : entry.shown(isEditing: false, width: 0)
      add([label, value].filter { !$0.isEmpty }, indentation, .value)
    }
    guard node["kind"] == "tabs" else { return }
    separate()
    for tab in node.elements(of: "children") {
      draw(tab.elements(of: "children"), indentation, depth + 1)
    }
  }

  private func options(_ node: JSONNode) -> [Entry.Option] {
    (node["options"] ?? node["children"])?.elements.compactMap { option in
      guard let value = option["value"]?.literal else { return nil }
      return Entry.Option(text: name(option), value: value)
    } ?? []
  }

  private func field(_ node: JSONNode) -> Control.Field? {
    guard let id = node["id"]?.text, let entry = Entry(field: node, options: options(node)) else {
      return nil
    }
    return Control.Field(id: id, label: name(node), entry: entry)
  }

  // MARK: Texts

  /// Returns what a node is called: its text, or the texts in its label.
  private func name(_ node: JSONNode, _ depth: Int = 0) -> String {
    if let format = node["format"]?.text, let value = node["value"]?.text {
      return dates?.text(of: value, format) ?? value
    }
    // Icons are not drawn, so what they say to readers is.
    let isPictured = node.has("icon") || !node.has("text")
    let heard = isPictured ? node["accessibility"]?["label"]?.text : nil
    if let text = heard ?? node["text"]?.text ?? node["description"]?.text { return text }
    return node.elements(of: "label").flatMap { leaves($0, depth + 1) }.joined(separator: " ")
  }

  /// Returns the texts in a node.
  private func leaves(_ node: JSONNode, _ depth: Int = 0) -> [String] {
    var texts: [String] = []
    collectLeaves(of: node, depth, into: &texts)
    return texts
  }

  private func collectLeaves(of node: JSONNode, _ depth: Int, into texts: inout [String]) {
    guard depth < Self.depth else { return }
    let own = name(node, depth)
    if !own.isEmpty { texts.append(own) }
    let kind = node["kind"]
    if kind == "progress" || kind == "gauge" { texts.append(bar(node)) }
    for part in Self.parts {
      for child in node.elements(of: part) { collectLeaves(of: child, depth + 1, into: &texts) }
    }
  }

  /// The parts of a node in the order in which they are drawn.
  private static let parts: [StaticString] = ["header", "children", "footer", "fallback"]

  private func bar(_ node: JSONNode) -> String {
    guard let value = node["value"]?.number else { return "…" }
    let isGauge = node["kind"] == "gauge"
    let minimum = isGauge ? node["min"]?.number ?? 0 : 0
    let maximum = (isGauge ? node["max"] : node["total"])?.number ?? 1
    return Bar.text(of: value, from: minimum, to: maximum)
  }

  private static let actions: [StaticString] = ["send", "tap", "increment", "decrement"]
  private static let controls: [StaticString] = ["button", "link", "share", "prompt"]

  private static func hasControls(_ node: JSONNode, _ depth: Int = 0) -> Bool {
    if actions.contains(where: { node.has($0) }) { return true }
    let kind = node["kind"]
    if controls.contains(where: { kind == $0 }) { return true }
    guard depth < Self.depth else { return false }
    return node.elements(of: "children").contains { hasControls($0, depth + 1) }
      || node.elements(of: "fallback").contains { hasControls($0, depth + 1) }
  }
}

/// Dates as a person reads them.
package struct DateTexts {
  package let now: Date
  package let timeZone: TimeZone

  package init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }

  /// Returns a date in one of the formats of docs/screens.md; other texts as they came.
  package func text(of value: String, _ format: String) -> String {
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard
      let date = (try? Date(value, strategy: .iso8601)) ?? (try? Date(value, strategy: fractional))
    else { return value }
    let style = Date.ISO8601FormatStyle(timeZone: timeZone)
    let seconds = date.timeIntervalSince(now)
    switch format {
    case "date": return style.year().month().day().format(date)
    case "time": return String(style.time(includingFractionalSeconds: false).format(date).prefix(5))
    case "timer": return Self.clock(seconds.magnitude)
    case "relative": return Self.length(seconds.magnitude)
    case "offset": return (seconds < 0 ? "−" : "+") + Self.length(seconds.magnitude)
    default: return value
    }
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(whole % 60))"
  }

  private static func length(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e12))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3600: "\(whole / 60) min"
    case ..<86400: "\(whole / 3600) h"
    default: "\(whole / 86400) d"
    }
  }
}
