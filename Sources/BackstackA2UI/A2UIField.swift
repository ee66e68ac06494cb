import BackstackCoding
import BackstackHTTP
import BackstackScreenText

/// A field of a level: how A2UI shows it, and what its value is there.
struct A2UIField {
  enum Style {
    case text(variant: String)
    case check
    case slider(JSONLiteral, JSONLiteral)
    case choice([(text: String, value: JSONLiteral)])
    case date(hasDate: Bool, hasTime: Bool)
  }

  let id: String
  let style: Style
  private let node: JSONNode
  private let control: Control

  /// - Returns: `nil` for a node that is no field, or has no id.
  init?(_ node: JSONNode, on level: Level) {
    guard let id = node["id"]?.text, let style = Self.style(of: node) else { return nil }
    self.id = id
    self.style = style
    self.node = node
    control = Control(.press, node, on: level, order: 0)
  }

  private static func style(of node: JSONNode) -> Style? {
    switch node["kind"]?.text {
    case "textField", "search":
      if node["secure"] == true { return .text(variant: "obscured") }
      if node["multiline"] == true { return .text(variant: "longText") }
      let type = node["type"]
      return .text(variant: type == "integer" || type == "number" ? "number" : "shortText")
    case "textEditor": return .text(variant: "longText")
    case "color": return .text(variant: "shortText")
    case "stepper": return .text(variant: "number")
    case "toggle": return .check
    case "slider":
      guard let minimum = node["min"]?.literal, case .number = minimum,
        let maximum = node["max"]?.literal, case .number = maximum
      else { return .text(variant: "number") }
      return .slider(minimum, maximum)
    case "picker":
      return .choice(
        node.elements(of: "options").map { option in
          (option["text"]?.text ?? option["value"]?.text ?? "", option["value"]?.literal ?? .null)
        })
    case "date":
      let parts = node["parts"]?.elements.compactMap(\.text) ?? ["date", "time"]
      return .date(hasDate: parts.contains("date"), hasTime: parts.contains("time"))
    default: return nil
    }
  }

  /// Whether a person can change the value.
  var canChange: Bool { node["send"] != nil && node["disabled"] != true }

  /// The value in the data model; `nil` if only the server knows the next one.
  var shown: JSONLiteral? {
    if node["send"] == nil, node["increment"] != nil || node["decrement"] != nil { return nil }
    let value = node["value"]?.literal ?? .null
    switch style {
    case .check: return .bool(value == true)
    case .slider: return value.number == nil ? 0 : value
    case .choice: return [.string(value.json)]
    case .text, .date: return .string(value.text ?? (value == .null ? "" : value.json))
    }
  }

  /// Whether the screen never has the value.
  var isSecret: Bool { node["secure"] == true }

  /// Returns the action for a value of the data model; `nil` for the present value.
  ///
  /// - Throws: `HTTPError` (422) for a value that can't be chosen here.
  func action(for value: JSONLiteral) throws(HTTPError) -> JSONLiteral? {
    if value == shown { return nil }
    guard canChange else { throw refusal("can't be changed now") }
    switch style {
    case .check:
      guard case .bool = value else { throw refusal("is true or false") }
      return control.action(value)
    case .slider:
      guard case .number = value else { throw refusal("is a number") }
      return control.action(value)
    case .choice(let options):
      let chosen = value.elements.isEmpty ? [value] : value.elements
      guard chosen.count == 1, let text = chosen[0].text else {
        throw refusal("is a list with exactly one of the options")
      }
      guard let option = options.first(where: { $0.value.json == text }) else {
        throw refusal("has no option \(text)")
      }
      return control.action(option.value)
    case .text(let variant):
      guard let text = value.text ?? (value.number == nil ? nil : value.json) else {
        throw refusal("is a text")
      }
      if variant == "number" {
        let number = try? JSONLiteral(decoding: Array(text.utf8))
        if case .number? = number { return control.action(number) }
        return control.action(text.isEmpty ? .null : .string(text))
      }
      return control.action(.string(text))
    case .date:
      guard let text = value.text else { throw refusal("is a date, a text") }
      return control.action(text.isEmpty ? .null : .string(text))
    }
  }

  private func refusal(_ reason: String) -> HTTPError {
    .invalidValue("The field \"\(id)\" of the surface \(reason). Nothing was changed.")
  }

  /// Returns all fields in a part of a level.
  static func all(in json: JSONNode, on level: Level) -> [A2UIField] {
    var fields: [A2UIField] = []
    if let field = A2UIField(json, on: level) { fields.append(field) }
    for member in json.members where member.name != "send" {
      fields += all(in: member.value, on: level)
    }
    for element in json.elements { fields += all(in: element, on: level) }
    return fields
  }
}
