package import BackstackCoding

/// Something on a level that a person can use, or a row with such things behind it.
package struct Control {
  /// The identity of a control between two screens.
  package struct ID: Hashable {
    package let level: String
    package let node: String
    package let member: String
  }

  /// The effect of Enter.
  package enum Use {
    case press
    case change(Entry)
    case prompt([Field])
    /// Nothing: only what is behind the row can be used.
    case none
  }

  /// A field of a prompt.
  package struct Field {
    package let id: String
    package let label: String
    package var entry: Entry

    package init(id: String, label: String, entry: Entry) {
      self.id = id
      self.label = label
      self.entry = entry
    }
  }

  package let id: ID
  package let use: Use
  package let node: JSONNode
  /// The level's `wrap`; `nil` if the actions of the node are whole.
  private let wrap: JSONNode?
  /// The value that the person can't choose: where a row is moved.
  private let value: JSONLiteral?

  /// - Parameters:
  ///   - node: The node.
  ///   - member: The member of the node that has the action.
  ///   - name: What distinguishes it from other controls with the same member.
  ///   - order: The position in the level, for nodes without an id.
  package init(
    _ use: Use, _ node: JSONNode, on level: Level, _ member: String = "send",
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

  package var isDestructive: Bool { node["role"] == "destructive" }
  package var isMultiline: Bool { node["kind"] == "textEditor" || node["multiline"] == true }

  /// Returns what a client posts; `nil` if the control can't be used.
  package func action(_ value: JSONLiteral? = nil, member: String? = nil) -> JSONLiteral? {
    guard let template = node.member(member ?? self.member)?.literal else { return nil }
    return whole(
      (value ?? self.value).map { value in template.replacing("$value") { _ in value } }
        ?? template)
  }

  /// Returns what a client posts for the values of the fields of a prompt.
  package func action(of fields: [Field]) -> JSONLiteral? {
    node.member(member).map { template in
      whole(
        template.literal.replacing("$field") { id in
          fields.first { .string($0.id) == id }?.entry.value
        })
    }
  }

  private func whole(_ action: JSONLiteral) -> JSONLiteral {
    guard let wrap = wrap?.literal, wrap != .null else { return action }
    if case .array(let batch) = action {
      return .array(batch.map { action in wrap.replacing("$action") { _ in action } })
    }
    return wrap.replacing("$action") { _ in action }
  }
}
