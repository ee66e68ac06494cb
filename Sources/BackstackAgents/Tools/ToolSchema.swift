import BackstackCoding
import BackstackScreenText

/// The schema of a feature's actions in few bytes: an agent reads it each time, and the service checks
/// actions anyway.
enum ToolSchema {
  /// The maximum number of bytes of a feature's definitions. A larger one is left out.
  static let maximumBytes = 20_000

  /// Returns the definitions of a feature's actions; `nil` if they are too large.
  static func definitions(of contract: JSONLiteral) -> JSONLiteral? {
    guard case .object(let definitions)? = contract["$defs"] else { return nil }
    let compacted = JSONLiteral.object(
      definitions.map { JSONLiteral.Member($0.name, compact($0.value)) })
    return compacted.json.utf8.count <= maximumBytes ? compacted : nil
  }

  /// Returns a schema without what repeats something or goes without saying.
  static func compact(_ schema: JSONLiteral) -> JSONLiteral {
    guard case .object(let members) = schema else { return schema }
    var compact: [JSONLiteral.Member] = []
    for member in members where !isNeedless(member, in: schema) {
      var member = member
      switch member.name {
      case "oneOf", "anyOf", "allOf", "prefixItems":
        member.value = .array(withoutRepeats(member.value.elements).map(Self.compact))
      case "items", "additionalProperties": member.value = Self.compact(member.value)
      case "properties":
        member.value = .object(
          member.value.members.map { JSONLiteral.Member($0.name, Self.compact($0.value)) })
      default: break
      }
      compact.append(member)
    }
    return .object(compact)
  }

  private static func isNeedless(_ member: JSONLiteral.Member, in schema: JSONLiteral) -> Bool {
    switch member.name {
    // The bounds of the number's type.
    case "minimum": member.value == .number("\(Int.min)")
    case "maximum":
      [.number("\(Int.max)"), .number("9007199254740991")].contains(member.value)
    case "pattern": schema["format"] == "uuid"
    case "additionalProperties": member.value == false
    default: false
    }
  }

  /// Returns the alternatives without the cases that have a shorter form: `"done"` for `{"done":{}}`.
  private static func withoutRepeats(_ alternatives: [JSONLiteral]) -> [JSONLiteral] {
    let names = alternatives.first?["enum"]?.elements.compactMap(\.text) ?? []
    guard !names.isEmpty else { return alternatives }
    var descriptions: [String] = []
    var rest = alternatives.dropFirst().filter { alternative in
      guard let properties = alternative["properties"]?.members, properties.count == 1,
        names.contains(properties[0].name), properties[0].value["properties"] == nil
      else { return true }
      if let text = alternative["description"]?.text {
        descriptions.append("\(properties[0].name): \(text)")
      }
      return false
    }
    var first = alternatives[0]
    if !descriptions.isEmpty {
      first["description"] = .string(descriptions.joined(separator: "\n"))
    }
    rest.insert(first, at: rest.startIndex)
    return Array(rest)
  }
}
