import BackstackCoding

/// A level of a screen, as clients get it.
struct ScreenLevel: Sendable {
  let json: JSONLiteral

  init(_ json: JSONLiteral) { self.json = json }

  var id: String { json["id"]?.text ?? "" }
  var title: String? { json["title"]?.text }

  /// The nodes from the top to the bottom.
  var nodes: [ScreenNode] {
    [json["search"]].compactMap { $0.map { ScreenNode($0) } }
      + ["message", "body", "toolbar"].flatMap { ScreenNode.nodes(json[$0]) }
  }

  /// Everything that a person can use, with the texts of the row that it belongs to.
  var controls: [ScreenControl] {
    var controls: [ScreenControl] = []
    for node in nodes { node.add(to: &controls, row: []) }
    return controls
  }

  /// Returns what a client posts for an action of the level.
  func whole(_ action: JSONLiteral, isWrapped: Bool) -> JSONLiteral {
    guard isWrapped, let wrap = json["wrap"] else { return action }
    guard let actions = action.elements else { return wrap.replacing("$action", with: action) }
    return .array(actions.map { wrap.replacing("$action", with: $0) })
  }
}

/// A node of a screen.
struct ScreenNode: Sendable {
  let json: JSONLiteral

  init(_ json: JSONLiteral) { self.json = json }

  static func nodes(_ json: JSONLiteral?) -> [ScreenNode] {
    json?.elements?.map { ScreenNode($0) } ?? []
  }

  /// The members that have nodes, in the order in which a person sees them.
  static let parts = [
    "header", "label", "description", "children", "actions", "footer", "fallback", "swipe", "menu",
  ]

  var kind: String { json["kind"]?.text ?? "" }

  /// The texts that a person sees.
  var texts: [String] {
    let date = json["format"].flatMap { _ in json["value"] }
    let own = (json["accessibility"]?["label"] ?? json["text"] ?? date)?.text
    return (own.map { [$0] } ?? [])
      + Self.parts.flatMap { Self.nodes(json[$0]).flatMap(\.texts) }
  }

  /// The texts that fields in the node have.
  private var values: [String] {
    [json["value"]?.text].compactMap(\.self)
      + Self.parts.flatMap { Self.nodes(json[$0]).flatMap(\.values) }
  }

  /// Adds the controls in the node.
  func add(to controls: inout [ScreenControl], row: [String]) {
    if kind == "tabs" { return addTabs(to: &controls) }
    let isControl =
      json["id"] != nil
      && ["send", "delete", "tap", "increment", "decrement"].contains { json[$0] != nil }
    let isUsable = isControl || ["button", "textField", "toggle", "picker"].contains(kind)
    let row = row.isEmpty && json["id"] != nil ? texts + values : row
    var inner: [ScreenControl] = []
    for part in Self.parts where !(isUsable && part == "label") {
      for node in Self.nodes(json[part]) { node.add(to: &inner, row: row) }
    }
    if isUsable {
      // What names a button in a row does not name the row.
      let others = Set(inner.flatMap(\.texts))
      let names = texts.filter { !others.contains($0) }
      // A row that has only controls is named by what they show.
      let other = inner.isEmpty ? texts : values
      controls.append(
        ScreenControl(node: json, texts: names.isEmpty ? other : names, row: row))
    }
    controls += inner
  }
}

extension ScreenNode {
  /// Adds a control for each tab, which chooses it, and what is in the tab that is shown.
  fileprivate func addTabs(to controls: inout [ScreenControl]) {
    for tab in Self.nodes(json["children"]) {
      let label = ScreenNode(.object(tab.members.filter { $0.name != "children" }))
      var choice = label.members
      if let send = json["send"], let value = tab.json["value"] {
        choice.append(JSONLiteral.Member("send", send.replacing("$value", with: value)))
      }
      if let wrap = json["wrap"] { choice.append(JSONLiteral.Member("wrap", wrap)) }
      controls.append(ScreenControl(node: .object(choice), texts: label.texts, row: []))
      for node in Self.nodes(tab.json["children"]) { node.add(to: &controls, row: []) }
    }
  }

  private var members: [JSONLiteral.Member] {
    if case .object(let members) = json { members } else { [] }
  }
}

/// Something that a person can use.
struct ScreenControl: Sendable {
  let node: JSONLiteral
  let texts: [String]
  /// The texts of the row that it belongs to.
  let row: [String]

  var name: String { texts.first ?? "" }

  /// Whether it sends a value that a person chooses.
  var takesValue: Bool { node["send"]?.json.contains("\"$value\"") ?? false }

  func isNamed(_ name: String) -> Bool { texts.contains(name) }
}

extension JSONLiteral {
  /// Returns the value with another one in place of each object whose only key is a marker.
  func replacing(_ marker: String, with value: JSONLiteral) -> JSONLiteral {
    replacing(marker) { _ in value }
  }

  /// Returns the value with others in place of objects whose only key is a marker.
  ///
  /// - Parameter value: Returns the replacement of an object, from its content; `nil` to leave it.
  func replacing(_ marker: String, by value: (JSONLiteral) -> JSONLiteral?) -> JSONLiteral {
    switch self {
    case .object(let members) where members.count == 1 && members[0].name == marker:
      value(members[0].value) ?? self
    case .object(let members):
      .object(members.map { Member($0.name, $0.value.replacing(marker, by: value)) })
    case .array(let elements): .array(elements.map { $0.replacing(marker, by: value) })
    default: self
    }
  }
}
