import BackstackCoding
import BackstackViews
import FoundationEssentials

/// The screen of a feature without a view: its state, and a control for each action that a client
/// can send, named after the state's properties and the actions' cases, with the first sentences of
/// their documentation comments as help.
struct DerivedScreen: Sendable {
  private let feature: String
  private let places: [StatePlace]
  private let schema: ValueSchema
  private let stateSchema: ValueSchema

  init(of feature: Feature) {
    self.feature = feature.name
    let contract = feature.contract
    places = contract.navigation.map { StatePlace($0, feature.presentationStyles) }
    schema = ValueSchema(
      contract.definitions.document(of: FeatureContract.Root.action).literal)
    stateSchema = ValueSchema(
      contract.definitions.document(of: FeatureContract.Root.state).literal)
  }

  /// Returns the screen of a state.
  ///
  /// - Parameter presentations: What was presented before.
  /// - Complexity: O(*n*) in the size of the state and of the actions' schema.
  func screen(of state: JSONLiteral, _ presentations: PresentationMemory) -> Screen {
    let levels = StateLevel.all(of: state, named: feature, places)
    let titles = Dictionary(
      levels.map { ($0.id, Words.title($0.name)) }, uniquingKeysWith: { first, _ in first })
    let byID = Dictionary(levels.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var ids: [String: String] = [:]
    let nodes = levels.enumerated().map { index, level in
      let below = level.below.flatMap { byID[$0] }
      let isTop = index == levels.count - 1
      var node = node(level, over: below, titles[level.below ?? ""], isTop: isTop)
      let id = level.isPresented ? presentations.id(of: level.id) : level.id
      ids[level.id] = id
      node["id"] = .string(id)
      node["below"] = below.map { .string(ids[$0.id] ?? $0.id) }
      return node
    }
    presentations.finish()
    return Screen(
      title: levels.last.flatMap { titles[$0.id] }, levels: nodes.map { Array($0.json.utf8) })
  }

  // MARK: Levels

  private func node(
    _ level: StateLevel, over below: StateLevel?, _ titleBelow: String?, isTop: Bool
  ) -> JSONLiteral {
    var node: JSONLiteral = ["id": .null, "style": .string(level.style)]
    let title = level.isQuestion ? level.state["title"]?.text : nil
    node["title"] = .string(title ?? Words.title(level.name))
    if below != nil { node["wrap"] = level.action(["$action": true]) }
    if let close = level.close {
      var leaving: JSONLiteral = ["send": close]
      if level.style == "push", let titleBelow { leaving["text"] = .string(titleBelow) }
      node[level.style == "push" ? "back" : "close"] = leaving
    }
    if level.isQuestion {
      if let message = level.state["message"]?.text {
        node["message"] = [["kind": "text", "text": .string(message)]]
      }
      node["body"] = .array(buttons(of: level))
      return node
    }
    let actions = actions(of: level)
    let fields = actions?.cases.first { $0.name == "binding" }?.payload?.fields ?? []
    var body = values(of: level, fields)
    body += section("Actions", controls(of: level, actions, isWhole: false))
    // A sheet is confirmed by an action of the feature that presents it.
    if isTop, let below, level.style != "push" {
      body += section(titleBelow ?? "", controls(of: below, self.actions(of: below), isWhole: true))
    }
    node["body"] = .array(body)
    return node
  }

  /// Returns the schema of the actions that a level takes.
  private func actions(of level: StateLevel) -> ValueSchema? {
    let mark: JSONLiteral = ["$action": true]
    return schema.inner(of: level.action(mark), at: mark)
  }

  private func section(_ title: String, _ children: [JSONLiteral]) -> [JSONLiteral] {
    if children.isEmpty { return [] }
    return [
      [
        "kind": "section", "header": [["kind": "text", "text": .string(title)]],
        "children": .array(children),
      ]
    ]
  }

  private func buttons(of level: StateLevel) -> [JSONLiteral] {
    let buttons = level.state["buttons"]?.elements ?? []
    let found = buttons.enumerated().compactMap { index, button -> JSONLiteral? in
      let action = button["action"].flatMap { $0 == .null ? nil : $0 }
      guard let sent = action ?? level.close else { return nil }
      var node: JSONLiteral = [
        "kind": "button", "id": .string("\(index)"),
        "text": .string(button["label"]?.text ?? "OK"), "send": sent,
      ]
      if action == nil { node["wrap"] = .null }
      if let role = button["role"], role != .null { node["role"] = role }
      return node
    }
    if !found.isEmpty { return found }
    guard let close = level.close else { return [] }
    return [["kind": "button", "id": "ok", "text": "OK", "send": close, "wrap": .null]]
  }

  // MARK: Values

  private func values(
    of level: StateLevel, _ fields: [(name: String, schema: ValueSchema, isRequired: Bool)]
  ) -> [JSONLiteral] {
    guard case .object(let members) = level.state else {
      return [["kind": "text", "text": .string(level.state.text ?? level.state.json)]]
    }
    let known = Set(fields.map(\.name))
    let schema = JSONPath.names(level.pattern[...]).reduce(stateSchema) { $0?.part($1) }
    var nodes = fields.map { field in
      Field(field.schema, [], level.state[field.name]).node(
        id: "binding.\(field.name)", label: Words.title(field.name),
        send: ["binding": [field.name: ["$value": .string(Field.type(of: field.schema))]]]
      ).helped(by: schema?.part(field.name)?.description)
    }
    for member in members where !level.places.contains(member.name) && !known.contains(member.name)
    {
      nodes.append(
        Self.value(Words.title(member.name), member.value, depth: 0)
          .helped(by: schema?.part(member.name)?.description))
    }
    return nodes
  }

  /// Returns a node that shows a value, two levels deep.
  private static func value(_ label: String, _ value: JSONLiteral, depth: Int) -> JSONLiteral {
    let parts: [JSONLiteral]
    switch value {
    case .array(let elements) where !elements.isEmpty && depth < 2:
      parts = elements.enumerated().map { self.value("\($0 + 1)", $1, depth: depth + 1) }
    case .object(let members) where !members.isEmpty && depth < 2:
      parts = members.map { self.value(Words.title($0.name), $0.value, depth: depth + 1) }
    default:
      let text = value.text ?? (value == .null ? "–" : value.json)
      return [
        "kind": "labeled", "text": .string(label),
        "children": [["kind": "text", "text": .string(text)]],
      ]
    }
    return [
      "kind": "section", "header": [["kind": "text", "text": .string(label)]],
      "children": .array(parts),
    ]
  }

  // MARK: Actions

  private func controls(
    of level: StateLevel, _ actions: ValueSchema?, isWhole: Bool
  ) -> [JSONLiteral] {
    guard let actions else { return [] }
    let ids = Self.ids(in: level.state)
    let cases = actions.cases.filter { $0.name != "binding" && !level.places.contains($0.name) }
    return cases.map { one in
      var node = Self.control(one, ids)
      guard isWhole else { return node }
      node["id"] = node["id"]?.text.map { .string("below.\($0)") }
      node["send"] = node["send"].map(level.action)
      node["wrap"] = .null
      return node
    }
  }

  /// Returns a button, or a prompt for an action that takes values.
  private static func control(_ one: ValueSchema.Case, _ ids: [String]) -> JSONLiteral {
    var node: JSONLiteral = [
      "kind": "button", "id": .string(one.name), "text": .string(Words.title(one.name)),
    ]
    node = node.helped(by: one.description)
    guard let payload = one.payload else {
      node["send"] = .string(one.name)
      return node
    }
    node["kind"] = "prompt"
    if payload.type == "object", !payload.fields.isEmpty {
      let fields = payload.fields.filter { $0.isRequired || $0.schema.wrapped != nil }
      node["fields"] = .array(
        fields.map {
          Field($0.schema, ids, nil).node(id: $0.name, label: Words.title($0.name))
            .helped(by: $0.schema.description)
        })
      node["send"] = [
        one.name: .object(fields.map { .init($0.name, ["$field": .string($0.name)]) })
      ]
    } else {
      node["fields"] = [Field(payload, ids, nil).node(id: "value", label: Words.title(one.name))]
      node["send"] = [one.name: ["$field": "value"]]
    }
    return node
  }

  /// The maximum number of ids that a field offers.
  private static var maximumIDs: Int { 100 }

  /// Returns the first ids in a state, in their order.
  private static func ids(in state: JSONLiteral) -> [String] {
    Array(allIDs(in: state).prefix(maximumIDs))
  }

  private static func allIDs(in state: JSONLiteral) -> [String] {
    switch state {
    case .string(let text): text.utf8.count == 36 && UUID(uuidString: text) != nil ? [text] : []
    case .array(let elements): elements.flatMap(allIDs)
    case .object(let members): members.flatMap { allIDs(in: $0.value) }
    default: []
    }
  }
}

/// A field for a value of a schema.
private struct Field {
  private let schema: ValueSchema
  /// The ids that a field of ids can take.
  private let ids: [String]
  private let value: JSONLiteral?

  init(_ schema: ValueSchema, _ ids: [String], _ value: JSONLiteral?) {
    self.schema = schema.wrapped ?? schema
    self.ids = ids
    self.value = value ?? (schema.wrapped == nil ? nil : .null)
  }

  /// Returns the name of a schema's type in templates.
  static func type(of schema: ValueSchema) -> String {
    let schema = schema.wrapped ?? schema
    if !(schema.options ?? []).isEmpty { return "json" }
    return switch schema.type {
    case "boolean", "integer", "number": schema.type ?? "json"
    case "string": schema.format == "date-time" ? "date" : "string"
    default: "json"
    }
  }

  func node(id: String, label: String, send: JSONLiteral? = nil) -> JSONLiteral {
    var node: JSONLiteral = ["kind": "textField", "id": .string(id), "text": .string(label)]
    let options = schema.options ?? (isID ? ids.map { .string($0) } : [])
    let type = Self.type(of: schema)
    if !options.isEmpty {
      node["kind"] = "picker"
      node["value"] = value ?? options[0]
      node["options"] = .array(
        options.map { option in
          [
            "kind": "text", "text": .string(option.text.map(Words.title) ?? option.json),
            "value": option,
          ]
        })
    } else {
      switch type {
      case "boolean":
        node["kind"] = "toggle"
        node["value"] = value ?? false
      case "integer", "number":
        node["type"] = .string(type)
        node["value"] = value ?? 0
      case "date":
        node["kind"] = "date"
        node["value"] = value ?? .null
      case "string": node["value"] = value ?? ""
      default:
        node["type"] = "json"
        node["value"] = value ?? .null
      }
    }
    if let send { node["send"] = send }
    return node
  }

  private var isID: Bool { schema.type == "string" && schema.format == "uuid" }
}

extension JSONLiteral {
  /// Returns the node with the first sentence of a documentation comment.
  fileprivate func helped(by comment: String?) -> JSONLiteral {
    guard let sentence = comment.map(Words.sentence), !sentence.isEmpty else { return self }
    var node = self
    node["help"] = .string(sentence)
    return node
  }
}

/// Names and comments of code as words for people.
enum Words {
  /// Returns the first sentence of a comment, without the marks of code.
  static func sentence(_ comment: String) -> String {
    let paragraph = comment.prefix { $0 != "\n" }
    let end = paragraph.firstRange(of: ". ")?.lowerBound
    let sentence = end.map { paragraph[...$0] } ?? paragraph
    return sentence.filter { $0 != "`" }
  }

  /// Returns a name as a title: `addItemButtonTapped` as "Add item".
  static func title(_ name: String) -> String {
    var words: [String] = []
    for character in name {
      if character.isUppercase || words.isEmpty {
        words.append(character.lowercased())
      } else if character == "_" || character == "-" {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    for suffix in [["button", "tapped"], ["tapped"], ["changed"]]
    where words.count > suffix.count && words.suffix(suffix.count).elementsEqual(suffix) {
      words.removeLast(suffix.count)
      break
    }
    let text = words.filter { !$0.isEmpty }.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
