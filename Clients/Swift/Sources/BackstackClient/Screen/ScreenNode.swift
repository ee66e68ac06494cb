import Foundation

/// A node of a screen: a text, a control, or what contains others.
///
/// `docs/screens.md` lists the kinds with their members. A renderer draws the `fallback` of a kind
/// that it does not know.
public struct ScreenNode: Hashable, Sendable {
  /// All members, as the service sends them.
  public let json: JSONValue

  init(_ json: JSONValue) {
    self.json = json
  }

  /// A member; `nil` where there is none.
  public subscript(name: String) -> JSONValue? { json[name] }

  public var kind: String { json["kind"]?.stringValue ?? "" }

  /// Unique within the level, and the same while the node is; `nil` for nodes that nobody acts on.
  public var id: String? { json["id"]?.stringValue }

  /// The text for people: `text`, or else the texts of the nodes in the label and the children.
  public var text: String {
    json["text"]?.stringValue
      ?? (nodes("label") + children).map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether a person can't tell the control from another one.
  func looks(like other: ScreenNode) -> Bool {
    text == other.text && ["icon", "role", "accessibility"].allSatisfy { self[$0] == other[$0] }
  }

  public var children: [ScreenNode] { nodes("children") }

  /// The nodes to draw in place of a kind that a renderer does not know.
  public var fallback: [ScreenNode] { json["fallback"] == nil ? children : nodes("fallback") }

  /// Whether a person can use the control.
  public var isEnabled: Bool { json["disabled"] != true && json["send"] != nil }

  /// Returns the nodes of a member; none where it has no nodes.
  public func nodes(_ name: String) -> [ScreenNode] {
    Self.nodes(json[name])
  }

  static func nodes(_ json: JSONValue?) -> [ScreenNode] {
    (json?.arrayValue ?? []).filter { $0.objectValue != nil }.map(ScreenNode.init)
  }

  /// Returns the value that a field sends for typed text; `nil` if the service could not take
  /// it, such as a word where the field is for numbers.
  public func value(ofTyped text: String) -> JSONValue? {
    let type = json["type"]?.stringValue ?? "string"
    let isNumber = type == "integer" || type == "number"
    guard isNumber || type == "json" else { return .string(text) }
    let content = isNumber ? text.replacing(",", with: ".") : text
    let value = try? JSONParser.value(Data(content.utf8))
    guard isNumber else { return value ?? .string(text) }
    return switch value {
    case .integer, .unsigned: value
    case .number: type == "number" ? value : nil
    default: nil
    }
  }

  /// Whether a person types the value, so that a refused one stays to be mended.
  var isTyped: Bool { ["textField", "textEditor", "search", "date"].contains(kind) }

  /// Whether the value is a text, of which two people's changes are merged.
  var isText: Bool {
    ["textField", "textEditor", "search"].contains(kind) && (json["type"] ?? "string") == "string"
  }

  /// The first button here that confirms what the level is for.
  var confirmingButton: ScreenNode? {
    if json["shortcut"] == "defaultAction" || json["placement"] == "confirmationAction" {
      return self
    }
    return children.lazy.compactMap(\.confirmingButton).first
  }

  /// Whether the control gives up what its level has, so that it is sent whatever was refused.
  var isCancel: Bool {
    ["role", "placement", "shortcut"].contains { name in
      json[name]?.stringValue?.hasPrefix("cancel") == true
    }
  }
}
