import BackstackCoding

/// Values of a stored schema: each property, each case and an element of each array is in one of
/// them. There are no more of them than are needed for that, and their texts and numbers are plain.
///
/// Types that contain themselves do so once. Of a type without a schema there is no value, so that a
/// type of which it is a required part has none either.
struct SchemaExamples {
  /// The values.
  let all: [JSONLiteral]

  fileprivate struct Maker {
    let definitions: JSONLiteral
    /// How often a type contains itself.
    static let maximumNesting = 2
    /// Schemas with hundreds of cases in hundreds of cases would have too many values.
    static let maximumCount = 1000
  }

  init(of schema: StoredSchema) {
    let document = schema.document
    let maker = Maker(definitions: document["$defs"] ?? [:])
    all = maker.values(of: document, inside: [:])
  }
}

extension SchemaExamples.Maker {
  /// Returns the values of a schema.
  ///
  /// - Parameter open: How often the value is inside of values of each definition.
  func values(of schema: JSONLiteral, inside open: [String: Int]) -> [JSONLiteral] {
    if let reference = schema["$ref"]?.text {
      let name = String(reference.dropFirst(JSONSchema.definitionPrefix.count))
      var open = open
      open[name, default: 0] += 1
      guard open[name, default: 0] <= Self.maximumNesting, let definition = definitions[name] else {
        return []
      }
      return values(of: definition, inside: open)
    }
    if let values = schema["enum"]?.elements { return values }
    if let value = schema["const"] { return [value] }
    if let alternatives = (schema["anyOf"] ?? schema["oneOf"])?.elements {
      return limited(alternatives.flatMap { values(of: $0, inside: open) })
    }
    switch schema["type"]?.text {
    case "null": return [.null]
    case "boolean": return [.bool(true)]
    case "integer": return [.number("1")]
    case "number": return [.number("1"), .number("0.5")]
    case "string": return [.string(text(in: schema["format"]?.text))]
    case "array": return limited(arrays(schema, inside: open))
    case "object": return limited(objects(schema, inside: open))
    default: return []
    }
  }

  private func limited(_ values: [JSONLiteral]) -> [JSONLiteral] {
    Array(values.prefix(Self.maximumCount))
  }

  /// Returns a text that has the format, or can be Base64.
  private func text(in format: String?) -> String {
    switch format {
    case "uuid": "00000000-0000-0000-0000-000000000001"
    case "date-time": "2001-01-01T00:00:00Z"
    case "duration": "PT1S"
    case "uri-reference": "https://example.com/"
    default: "AAAA"
    }
  }

  private func arrays(_ schema: JSONLiteral, inside open: [String: Int]) -> [JSONLiteral] {
    if let parts = schema["prefixItems"]?.elements {
      return combined(parts.map { values(of: $0, inside: open) }).map { .array($0) }
    }
    guard let items = schema["items"] else { return [[]] }
    // Such elements may be the keys and values of a dictionary.
    if let kinds = items["anyOf"]?.elements, kinds.count == 2, !kinds.contains(["type": "null"]) {
      return [[]] + combined(kinds.map { values(of: $0, inside: open) }).map { .array($0) }
    }
    return [[]] + values(of: items, inside: open).map { [$0] }
  }

  private func objects(_ schema: JSONLiteral, inside open: [String: Int]) -> [JSONLiteral] {
    let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
    var members: [[JSONLiteral.Member?]] = []
    for property in schema["properties"]?.members ?? [] {
      let values = values(of: property.value, inside: open)
      let present = values.map { JSONLiteral.Member(property.name, $0) as JSONLiteral.Member? }
      members.append(required.contains(property.name) ? present : present + [nil])
    }
    if let others = schema["additionalProperties"] {
      // A key that is also an integer.
      let present = values(of: others, inside: open).map {
        JSONLiteral.Member("1", $0) as JSONLiteral.Member?
      }
      members.append(present + [nil])
    }
    return combined(members).map { .object($0.compactMap(\.self)) }
  }

  /// Returns lists that each have a value of each kind, so that all values occur; none if a kind has
  /// no value.
  private func combined<Value>(_ kinds: [[Value]]) -> [[Value]] {
    guard kinds.allSatisfy({ !$0.isEmpty }) else { return [] }
    let count = kinds.map(\.count).max() ?? 1
    return (0..<count).map { index in kinds.map { $0[index % $0.count] } }
  }
}
