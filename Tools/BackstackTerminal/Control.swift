import BackstackCoding

/// Something on a level that a person can use, or a row with such things behind it.
struct Control {
  /// The identity of a control between two screens.
  struct ID: Hashable {
    let level: String
    let node: String
    let member: String
  }

  /// The effect of Enter.
  enum Use {
    case press
    case change(Entry)
    case prompt([Field])
    /// Nothing: only what is behind the row can be used.
    case none
  }

  /// A field of a prompt.
  struct Field {
    let id: String
    let label: String
    var entry: Entry
  }

  let id: ID
  let use: Use
  let node: JSONLiteral
  /// The level's `wrap`; `nil` if the actions of the node are whole.
  private let wrap: JSONLiteral?
  /// The value that the person can't choose: where a row is moved.
  private let value: JSONLiteral?

  /// - Parameters:
  ///   - node: The node.
  ///   - member: The member of the node that has the action.
  ///   - name: What distinguishes it from other controls with the same member.
  ///   - order: The position in the level, for nodes without an id.
  init(
    _ use: Use, _ node: JSONLiteral, on level: Level, _ member: String = "send",
    name: String? = nil, order: Int, value: JSONLiteral? = nil
  ) {
    id = ID(level: level.id, node: node["id"]?.text ?? "\u{0}\(order)", member: name ?? member)
    self.use = use
    self.node = node
    self.member = member
    self.value = value
    wrap = node["wrap"] == nil ? level.json["wrap"] : nil
  }

  private let member: String

  var isDestructive: Bool { node["role"] == "destructive" }
  var isMultiline: Bool { node["kind"] == "textEditor" || node["multiline"] == true }

  /// Returns what a client posts; `nil` if the control can't be used.
  func action(_ value: JSONLiteral? = nil, member: String? = nil) -> JSONLiteral? {
    guard let template = node[member ?? self.member] else { return nil }
    return whole(
      (value ?? self.value).map { value in template.replacing("$value") { _ in value } }
        ?? template)
  }

  /// Returns what a client posts for the values of the fields of a prompt.
  func action(of fields: [Field]) -> JSONLiteral? {
    node[member].map { template in
      whole(
        template.replacing("$field") { id in
          fields.first { .string($0.id) == id }?.entry.value
        })
    }
  }

  private func whole(_ action: JSONLiteral) -> JSONLiteral {
    guard let wrap, wrap != .null else { return action }
    if case .array(let batch) = action {
      return .array(batch.map { action in wrap.replacing("$action") { _ in action } })
    }
    return wrap.replacing("$action") { _ in action }
  }
}
