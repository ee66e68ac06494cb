import BackstackCoding

/// The fields of an action, as a person fills them in.
struct Form {
  /// A part of the value.
  private indirect enum Node {
    /// A text, a number, or any JSON where the schema says no more.
    case text(String, isJSON: Bool)
    case options([JSONLiteral], Int)
    case optional(ActionSchema, Node?)
    case choice([ActionSchema.Case], Int, Node?)
    case object([(name: String, isRequired: Bool, node: Node)])
  }

  /// A line of the form.
  struct Row {
    let label: String
    let value: String
    /// Whether it can be typed, and not only be switched.
    let isTyped: Bool
    fileprivate let path: [Int]
  }

  private var root: Node
  private let name: String
  /// The ids in the state, which fields of ids can take.
  private let ids: [String]

  init(_ name: String, _ schema: ActionSchema, ids: [String]) {
    self.name = name
    self.ids = ids
    root = Self.node(schema, ids)
  }

  private static func node(_ schema: ActionSchema, _ ids: [String]) -> Node {
    if schema.wrapped != nil { return .optional(schema, nil) }
    let cases = schema.cases
    if !cases.isEmpty { return .choice(cases, 0, cases[0].payload.map { node($0, ids) }) }
    if let options = schema.options, !options.isEmpty { return .options(options, 0) }
    let fields = schema.fields
    if schema.type == "object", !fields.isEmpty {
      let needsOne = schema.isNonEmpty && !fields.contains(where: \.isRequired)
      return .object(
        fields.enumerated().map { index, field in
          let isRequired = field.isRequired || needsOne && index == 0
          let isPlain = isRequired || field.schema.wrapped != nil
          return (
            field.name, isRequired, isPlain ? node(field.schema, ids) : .optional(field.schema, nil)
          )
        })
    }
    switch schema.type {
    case "boolean": return .options([.bool(false), .bool(true)], 0)
    case "integer", "number": return .text("0", isJSON: true)
    case "string" where schema.format == "uuid": return .text(ids.first ?? "", isJSON: false)
    case "string": return .text("", isJSON: false)
    default: return .text("null", isJSON: true)
    }
  }

  // MARK: Rows

  var rows: [Row] {
    var rows: [Row] = []
    Self.append(root, name, [], to: &rows)
    return rows
  }

  private static func append(_ node: Node, _ label: String, _ path: [Int], to rows: inout [Row]) {
    switch node {
    case .text(let text, _):
      rows.append(Row(label: label, value: text, isTyped: true, path: path))
    case .options(let options, let index):
      let value = options[index].text ?? options[index].json
      rows.append(Row(label: label, value: "‹ \(value) ›", isTyped: false, path: path))
    case .optional(_, let inner):
      rows.append(
        Row(
          label: label, value: inner == nil ? "‹ none ›" : "‹ there ›", isTyped: false, path: path))
      if let inner { append(inner, label, path + [0], to: &rows) }
    case .choice(let cases, let index, let inner):
      let name = cases[index].name
      rows.append(Row(label: label, value: "‹ \(name) ›", isTyped: false, path: path))
      if let inner { append(inner, name, path + [0], to: &rows) }
    case .object(let fields):
      for (index, field) in fields.enumerated() {
        append(field.node, "\(label).\(field.name)", path + [index], to: &rows)
      }
    }
  }

  // MARK: Changes

  /// Adds text to a row that can be typed.
  mutating func type(_ text: String, in row: Int) {
    change(row) { node in
      if case .text(let old, let isJSON) = node { node = .text(old + text, isJSON: isJSON) }
    }
  }

  /// Removes the last character of a row.
  mutating func deleteBackward(in row: Int) {
    change(row) { node in
      if case .text(let old, let isJSON) = node {
        node = .text(String(old.dropLast()), isJSON: isJSON)
      }
    }
  }

  /// Switches a row to the next or the previous of its values.
  mutating func step(_ row: Int, by offset: Int) {
    let ids = ids
    change(row) { node in
      switch node {
      case .options(let options, let index):
        node = .options(options, (index + offset + options.count) % options.count)
      case .optional(let schema, let inner):
        node = .optional(schema, inner == nil ? Self.node(schema.wrapped ?? schema, ids) : nil)
      case .choice(let cases, let index, _):
        let next = (index + offset + cases.count) % cases.count
        node = .choice(cases, next, cases[next].payload.map { Self.node($0, ids) })
      case .text(let old, let isJSON):
        guard let index = ids.firstIndex(of: old) else { return }
        node = .text(ids[(index + offset + ids.count) % ids.count], isJSON: isJSON)
      case .object: break
      }
    }
  }

  private mutating func change(_ row: Int, _ body: (inout Node) -> Void) {
    let rows = rows
    guard rows.indices.contains(row) else { return }
    Self.change(&root, rows[row].path[...], body)
  }

  private static func change(
    _ node: inout Node, _ path: ArraySlice<Int>, _ body: (inout Node) -> Void
  ) {
    guard let index = path.first else { return body(&node) }
    let rest = path.dropFirst()
    switch node {
    case .optional(let schema, var inner?):
      change(&inner, rest, body)
      node = .optional(schema, inner)
    case .choice(let cases, let selected, var inner?):
      change(&inner, rest, body)
      node = .choice(cases, selected, inner)
    case .object(var fields):
      change(&fields[index].node, rest, body)
      node = .object(fields)
    default: break
    }
  }

  // MARK: The value

  var value: JSONLiteral { Self.value(of: root) ?? .null }

  private static func value(of node: Node) -> JSONLiteral? {
    switch node {
    // What is no JSON is sent as a text, and the server says what is wrong with it.
    case .text(let text, let isJSON):
      isJSON ? (try? JSONLiteral(decoding: Array(text.utf8))) ?? .string(text) : .string(text)
    case .options(let options, let index): options[index]
    case .optional(_, let inner): inner.flatMap(value)
    case .choice(let cases, let index, let inner):
      inner.map { [cases[index].name: value(of: $0) ?? .null] } ?? .string(cases[index].name)
    case .object(let fields):
      .object(
        fields.compactMap { field in
          let value = value(of: field.node) ?? (field.isRequired ? .null : nil)
          return value.map { JSONLiteral.Member(field.name, $0) }
        })
    }
  }
}
