package import BackstackCoding

/// A level of a screen: the root, a screen of a stack, or what is presented.
package struct Level {
  package let json: JSONNode
  /// The same while it is the same level.
  package let id: String

  package init(json: JSONNode) {
    self.json = json
    id = json["id"]?.text ?? ""
  }

  /// Creates a level from a part of a document that was parsed.
  package init(json: JSONLiteral) { self.init(json: JSONNode(json)) }

  package var title: String? { json["title"]?.text }
  /// Whether it is an alert or a confirmation dialog.
  package var isQuestion: Bool {
    let style = json["style"]
    return style == "alert" || style == "confirmationDialog"
  }
  /// Whether Escape goes back, and does not close.
  package var isPushed: Bool { json["back"] != nil }
  /// The action that leaves the level; `nil` if only its controls do.
  package var leave: JSONNode? { (json["back"] ?? json["close"])?["send"] }
}

extension JSONNode {
  /// The number, if it is one that is finite.
  package var number: Double? { literal.number }
}

extension JSONLiteral {
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }
  package var elements: [JSONLiteral] {
    if case .array(let elements) = self { elements } else { [] }
  }
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, if it is one that is finite.
  package var number: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }

  /// Returns the value with others in place of the objects whose only key is a marker.
  ///
  /// - Parameter value: Returns the replacement of an object, from its content; `nil` to leave it.
  package func replacing(_ marker: String, by value: (JSONLiteral) -> JSONLiteral?) -> JSONLiteral {
    switch self {
    case .object(let members) where members.count == 1 && members[0].name == marker:
      return value(members[0].value) ?? self
    case .object(let members):
      return .object(members.map { Member($0.name, $0.value.replacing(marker, by: value)) })
    case .array(let elements): return .array(elements.map { $0.replacing(marker, by: value) })
    default: return self
    }
  }
}
