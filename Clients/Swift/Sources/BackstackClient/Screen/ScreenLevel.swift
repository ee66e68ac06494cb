/// A level of a screen: the root, a screen of a stack, or what is presented.
public struct ScreenLevel: Identifiable, Hashable, Sendable {
  /// How a level is shown. What a newer service calls otherwise is a sheet.
  public enum Style: String, Sendable {
    case root, push, sheet, fullScreenCover, popover, alert, confirmationDialog
  }

  /// The same while it is the same screen. What is presented in its place has another id.
  public let id: String
  /// All members, as the service sends them.
  public let json: JSONValue

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue else { return nil }
    self.id = id
    self.json = json
  }

  public var style: Style { json["style"]?.stringValue.flatMap(Style.init) ?? .sheet }
  public var title: String? { json["title"]?.stringValue }
  /// The id of the level that this one is over; `nil` for the root.
  public var below: String? { json["below"]?.stringValue }
  public var body: [ScreenNode] { ScreenNode.nodes(json["body"]) }
  public var toolbar: [ScreenNode] { ScreenNode.nodes(json["toolbar"]) }
  /// The text of an alert.
  public var message: [ScreenNode] { ScreenNode.nodes(json["message"]) }
  /// The field to search in the level.
  public var search: ScreenNode? { json["search"].map(ScreenNode.init) }
  /// Whether a person can leave the level other than by its controls.
  public var canClose: Bool { closing != nil }
  /// Whether the level can be reloaded.
  public var canRefresh: Bool { json["refresh"] != nil }

  /// The action that leaves the level.
  var closing: JSONValue? {
    json["dismissDisabled"] == true ? nil : (json["close"] ?? json["back"])?["send"]
  }

  /// Whether the level is shown over others, and not on their stack.
  public var isPresented: Bool { style != .root && style != .push }
  /// Whether the level only asks: any of its buttons closes it.
  public var isAlert: Bool { style == .alert || style == .confirmationDialog }

  /// Returns the action, or the batch, that a control sends.
  ///
  /// - Parameters:
  ///   - member: The member of the node that has the action, such as `delete` of a row.
  ///   - value: What the person chose.
  ///   - fields: Of a prompt, the values of its fields, by their ids.
  /// - Returns: `nil` if the control can't be used.
  public func action(
    of node: ScreenNode, _ member: String = "send", value: JSONValue? = nil,
    fields: [String: JSONValue]? = nil
  ) -> JSONValue? {
    guard node["disabled"] != true, let template = node[member] else { return nil }
    let action = template.replacing { mark, inner in
      switch mark {
      case "$value": value
      case "$field": fields.map { fields in inner.stringValue.flatMap { fields[$0] } ?? .null }
      default: nil
      }
    }
    guard node["wrap"] == nil, let wrap = json["wrap"], wrap != .null else { return action }
    let whole = { (action: JSONValue) in
      wrap.replacing { mark, _ in mark == "$action" ? action : nil }
    }
    return action.arrayValue.map { .array($0.map(whole)) } ?? whole(action)
  }

  /// Returns the node with an id.
  func node(_ id: String) -> ScreenNode? {
    json.member(with: id).map(ScreenNode.init)
  }
}

extension JSONValue {
  /// Returns the value with others in place of objects with one member. What is put in is data,
  /// whatever its names are.
  ///
  /// - Parameter value: Returns what replaces an object, from its only member; `nil` to leave it.
  func replacing(_ value: (_ name: String, _ inner: JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.replacing(value) })
    case .object(let members):
      if members.count == 1, let (name, inner) = members.first, let new = value(name, inner) {
        return new
      }
      return .object(members.mapValues { $0.replacing(value) })
    default: return self
    }
  }

  private static let data: Set = [
    "send", "wrap", "properties", "tap", "submit", "focus", "delete", "move", "increment",
    "decrement",
    "appear", "refresh",
  ]

  /// Returns the object with an id that is in this value at any depth.
  fileprivate func member(with id: String) -> JSONValue? {
    switch self {
    case .array(let elements):
      for element in elements {
        if element["id"]?.stringValue == id { return element }
        if let found = element.member(with: id) { return found }
      }
      return nil
    case .object(let members):
      if let search = members["search"], search["id"]?.stringValue == id { return search }
      // What is sent has no nodes.
      for (name, value) in members where !Self.data.contains(name) {
        if let found = value.member(with: id) { return found }
      }
      return nil
    default: return nil
    }
  }
}
