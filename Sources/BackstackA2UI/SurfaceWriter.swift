import BackstackCoding
import BackstackScreenText

/// A writer of the components for a level, in the basic catalog.
///
/// What the catalog lacks is written as what comes nearest: docs/a2ui.md has the table.
struct SurfaceWriter {
  private let level: Level
  private let version: A2UIVersion
  private var components: [JSONLiteral] = []
  private var values: [JSONLiteral.Member] = []
  /// The buttons that send what was typed, by their positions among the components.
  private var senders: [Int] = []
  /// The number of fields that buttons may still name, of which each names each field.
  private(set) var bindingsLeft: Int

  /// - Parameter bindings: The maximum number of fields in all buttons that send them.
  init(_ level: Level, in version: A2UIVersion, atMost bindings: Int) {
    self.level = level
    self.version = version
    bindingsLeft = bindings
  }

  /// Returns the surface.
  mutating func surface(named id: String) -> Surface {
    components = [.null]
    var children: [String] = []
    if let title = level.title {
      var text: JSONLiteral = ["text": .string(title)]
      text["variant"] = version.title
      children.append(add("title", "Text", text))
    }
    if level.leave != nil {
      let label = level.isPushed ? "Back" : "Close"
      children.append(addButton("leave", label, level.leave?.literal, sendsFields: false))
    }
    for part in ["toolbar", "message", "search", "body"] {
      children += write(level.json.member(part).map(Self.nodes) ?? [], part)
    }
    // A renderer tells of no change of a field: it is sent with the next button.
    if !values.isEmpty {
      if senders.count * values.count > bindingsLeft {
        senders = []
        children.append(
          addText("before", "Press Apply before anything else: it sends what you have changed."))
      }
      children.append(addButton("apply", "Apply", []))
      bindingsLeft -= min(bindingsLeft, senders.count * values.count)
    }
    components[0] = [
      "id": "root", "component": "Column",
      "children": .array(children.map { .string($0) }),
    ]
    let fields = values.map { JSONLiteral.Member($0.name, version.binding(to: $0.name)) }
    for index in senders {
      let action = components[index]["action"]?["event"]?["context"]?.members ?? []
      components[index]["action"]?["event"]?["context"] = .object(action + fields)
    }
    return Surface(id: id, components: components, values: .object(values))
  }

  // MARK: Components

  /// Returns the id of a component, which has to be an identifier (UAX #31): other characters than letters
  /// and digits are written in hexadecimal digits.
  static func identifier(_ id: String) -> String {
    var identifier = ""
    for byte in id.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        identifier.unicodeScalars.append(Unicode.Scalar(byte))
      default: identifier += (byte < 0x10 ? "_0" : "_") + String(byte, radix: 16)
      }
    }
    return identifier
  }

  private mutating func add(_ id: String, _ component: String, _ members: JSONLiteral) -> String {
    let id = Self.identifier(id)
    components.append(
      .object(
        [
          JSONLiteral.Member("id", .string(id)),
          JSONLiteral.Member("component", .string(component)),
        ]
          + members.members))
    return id
  }

  private mutating func addText(_ id: String, _ text: String, isCaption: Bool = false) -> String {
    var members: JSONLiteral = ["text": .string(text)]
    if isCaption { members["variant"] = "caption" }
    return add(id, "Text", members)
  }

  private mutating func addGroup(
    _ id: String, _ children: [String], _ component: String = "Column"
  ) -> String? {
    if children.count <= 1 { return children.first }
    return add(id, component, ["children": .array(children.map { .string($0) })])
  }

  /// Adds a button that sends an action; a text if there is none.
  private mutating func addButton(
    _ id: String, _ label: String, _ action: JSONLiteral?, variant: JSONLiteral? = nil,
    sendsFields: Bool = true
  ) -> String {
    guard let action else { return addText(id, label) }
    let text = addText(id + "/text", label)
    if sendsFields { senders.append(components.count) }
    var members: JSONLiteral = [
      "child": .string(text),
      "action": ["event": ["name": "send", "context": ["$action": .string(action.json)]]],
    ]
    members["variant"] = variant
    return add(id, "Button", members)
  }

  // MARK: Nodes

  private mutating func write(_ nodes: [JSONNode], _ path: String) -> [String] {
    nodes.enumerated().compactMap { index, node in write(row: node, "\(path).\(index)") }
  }

  /// Writes a node with what can be done to it as a row of a list.
  private mutating func write(row node: JSONNode, _ path: String) -> String? {
    let id = node["id"]?.text.map { "n." + $0 } ?? path
    guard let content = write(node, id) else { return nil }
    var parts = [content]
    for (member, label) in [("tap", "Open"), ("delete", "Delete")] {
      if let action = action(of: node, member) {
        parts.append(addButton("\(id)/\(member)", label, action))
      }
    }
    parts += write(Array(node.elements(of: "swipe")), id + "/swipe")
    parts += write(Array(node.elements(of: "menu")), id + "/menu")
    return addGroup(id + "/row", parts, "Row")
  }

  private func action(
    of node: JSONNode, _ member: String = "send"
  ) -> JSONLiteral? {
    if node["disabled"] == true { return nil }
    return Control(.press, node, on: level, member, order: 0).action()
  }

  private mutating func write(_ node: JSONNode, _ id: String) -> String? {
    if node["hidden"] == true { return nil }
    switch node["kind"]?.text {
    case "text", "label", "icon":
      let text = node["text"]?.text ?? node["value"]?.text
      return text.map { addText(id, $0, isCaption: Self.isSmall(node)) }
    case "swatch": return node["color"]?.text.map { addText(id, $0) }
    case "image":
      guard let url = node["url"]?.literal else { return nil }
      var members: JSONLiteral = ["url": url]
      members["description"] = node["description"]?.text.map { .string($0) }
      return add(id, "Image", members)
    case "divider": return add(id, "Divider", [:])
    case "spacer": return nil
    case "row", "gridRow": return addGroup(id, write(children(of: node), id), "Row")
    case "list": return addGroup(id, write(children(of: node), id), "List")
    case "section": return writeSection(node, id)
    case "labeled":
      return addGroup(
        id, [addText(id + "/label", name(of: node))] + write(children(of: node), id), "Row")
    case "disclosure", "empty", "menu":
      var parts = [addText(id + "/label", name(of: node))]
      if let text = node["description"]?.text { parts.append(addText(id + "/more", text)) }
      parts += write(children(of: node) + node.elements(of: "actions"), id)
      return addGroup(id, parts)
    case "progress", "gauge":
      let said = write(children(of: node), id)
      if !said.isEmpty { return addGroup(id, said) }
      let total = node["total"].map { " of " + $0.json } ?? ""
      return addText(
        id,
        [node["text"]?.text, (node["value"]?.json ?? "…") + total]
          .compactMap(\.self).joined(separator: ": "))
    case "button":
      let isCancel = node["role"] == "cancel" || node["placement"] == "cancellationAction"
      let label = addressed(name(of: node))
      return addButton(
        id, label, action(of: node), variant: node["role"] == "cancel" ? "borderless" : nil,
        sendsFields: !isCancel)
    case "link", "share":
      guard let url = node["url"]?.literal else { return addText(id, name(of: node)) }
      let text = addText(id + "/text", name(of: node))
      return add(
        id, "Button",
        [
          "child": .string(text), "variant": "borderless",
          "action": version.opening(url),
        ])
    case "tabs": return writeTabs(node, id)
    case "custom":
      return node["fallback"].flatMap { write($0, id) }
        ?? addGroup(id, write(children(of: node), id))
    case "prompt":
      // The fields of a prompt have no action of their own, so its action can't be made.
      return addText(id, name(of: node))
    default:
      if let field = writeField(node, id) { return field }
      if let fallback = node["fallback"] { return write(fallback, id) }
      return addGroup(id, write(children(of: node), id))
    }
  }

  private func addressed(_ label: String) -> String { label.isEmpty ? "…" : label }

  private static func isSmall(_ node: JSONNode) -> Bool {
    let style = node["style"]
    return style == "caption" || style == "caption2" || style == "footnote"
  }

  private func children(of node: JSONNode) -> [JSONNode] { Array(node.elements(of: "children")) }

  /// Returns the elements of an array, or another value by itself.
  private static func nodes(_ json: JSONNode) -> [JSONNode] {
    json.elements.isEmpty ? [json] : Array(json.elements)
  }

  /// The name of a control: its text, or what its label shows.
  private func name(of node: JSONNode) -> String {
    if let text = node["text"]?.text ?? node["accessibility"]?["label"]?.text { return text }
    func texts(_ json: JSONNode) -> [String] {
      if let text = json["text"]?.text { return [text] }
      return (Array(json.elements) + children(of: json)).flatMap(texts)
    }
    let parts = node["label"].map { [$0] } ?? children(of: node)
    return parts.flatMap(texts).joined(separator: " ")
  }

  private mutating func writeSection(_ node: JSONNode, _ id: String) -> String? {
    var parts: [String] = []
    for (member, isCaption) in [("header", false), ("", false), ("footer", true)] {
      if member.isEmpty {
        parts += write(children(of: node), id)
      } else if let text = node.member(member)?.text {
        parts.append(addText("\(id)/\(member)", text, isCaption: isCaption))
      } else if let part = node.member(member) {
        parts += write(Self.nodes(part), "\(id)/\(member)")
      }
    }
    guard let content = addGroup(id + "/content", parts) else { return nil }
    return add(id, "Card", ["child": .string(content)])
  }

  /// Writes tabs as buttons, as only the chosen tab has a content.
  private mutating func writeTabs(_ node: JSONNode, _ id: String) -> String? {
    var titles: [String] = []
    var content: [String] = []
    for (index, tab) in children(of: node).enumerated() {
      let isChosen = tab["value"] == node["value"]
      let control = Control(.press, node, on: level, order: 0)
      let action = isChosen ? nil : tab["value"].flatMap { control.action($0.literal) }
      titles.append(addButton("\(id)/tab\(index)", addressed(name(of: tab)), action))
      if isChosen { content = write(children(of: tab), "\(id)/\(index)") }
    }
    guard let bar = addGroup(id + "/tabs", titles, "Row") else { return nil }
    return addGroup(id, [bar] + content)
  }

  // MARK: Fields

  private mutating func writeField(_ node: JSONNode, _ id: String) -> String? {
    guard let field = A2UIField(node, on: level) else { return nil }
    let label = JSONLiteral.string(addressed(name(of: node)))
    guard let value = field.shown else {
      // Only the server knows the next value.
      let steps = [("increment", "+"), ("decrement", "−")].compactMap { member, sign in
        action(of: node, member).map { addButton("\(id)/\(member)", sign, $0) }
      }
      return addGroup(
        id, [addText(id + "/label", "\(name(of: node)): \(node["value"]?.json ?? "")")] + steps,
        "Row")
    }
    guard field.canChange else {
      return addText(
        id, "\(name(of: node)): \(node["secure"] == true ? "" : value.text ?? value.json)")
    }
    values.append(JSONLiteral.Member(field.id, value))
    var members: JSONLiteral = [
      "label": label, "value": version.binding(to: field.id),
    ]
    switch field.style {
    case .check: return add(id, "CheckBox", members)
    case .slider(let minimum, let maximum):
      members["min"] = minimum
      members["max"] = maximum
      return add(id, "Slider", members)
    case .choice(let options):
      members["variant"] = "mutuallyExclusive"
      members["options"] = .array(
        options.map { ["label": .string(addressed($0.text)), "value": .string($0.value.json)] })
      return add(id, "ChoicePicker", members)
    case .date(let hasDate, let hasTime):
      members["enableDate"] = .bool(hasDate)
      members["enableTime"] = .bool(hasTime)
      return add(id, "DateTimeInput", members)
    case .text(let variant):
      if variant != "shortText" { members["variant"] = .string(variant) }
      return add(id, "TextField", members)
    }
  }
}
