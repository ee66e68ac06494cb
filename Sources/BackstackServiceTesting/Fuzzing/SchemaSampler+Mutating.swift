import BackstackCoding

extension SchemaSampler {
  /// Returns a value of a schema that differs from another one in a single position.
  mutating func mutate(_ value: JSONLiteral, _ schema: JSONLiteral) -> JSONLiteral {
    let schema = resolved(schema)
    if random.percent(6) { return sample(schema) ?? value }
    if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.elements {
      guard let fitting = alternatives.first(where: { fits(value, resolved($0)) }) else {
        return sample(schema) ?? value
      }
      if random.percent(8) { return sample(schema) ?? value }
      return mutate(value, fitting)
    }
    switch value {
    case .array(var elements):
      let schema = schema["items"] ?? [:]
      guard !elements.isEmpty, random.percent(80) else {
        if let new = sample(schema) { elements.append(new) }
        return .array(elements)
      }
      let index = random.below(elements.count)
      switch random.below(10) {
      case 0: elements.append(elements[index])
      case 1: elements.remove(at: index)
      default: elements[index] = mutate(elements[index], schema)
      }
      return .array(elements)
    case .object(var members):
      let properties = schema["properties"]?.members ?? []
      guard !properties.isEmpty else { return sample(schema) ?? value }
      let property = random.pick(properties)
      if let index = members.firstIndex(where: { $0.name == property.name }) {
        members[index].value = mutate(members[index].value, property.value)
      } else if let new = sample(property.value) {
        members.append(JSONLiteral.Member(property.name, new))
      }
      return .object(members)
    default: return sample(schema) ?? value
    }
  }

  /// Returns whether a value appears to match a schema that is one of several alternatives.
  private func fits(_ value: JSONLiteral, _ schema: JSONLiteral) -> Bool {
    if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.elements {
      return alternatives.contains { fits(value, resolved($0)) }
    }
    switch (value, schema["type"]?.text) {
    case (.object(let members), "object"):
      let required = (schema["required"]?.elements ?? []).compactMap(\.text)
      return required.allSatisfy { name in members.contains { $0.name == name } }
    case (.array, "array"), (.null, "null"), (.bool, "boolean"), (.number, "integer"),
      (.number, "number"):
      return true
    case (.string, "string"): return schema["enum"]?.elements?.contains(value) ?? true
    default: return false
    }
  }

  /// Returns a value with a part that does not match its schema.
  mutating func spoil(_ value: JSONLiteral) -> JSONLiteral {
    switch value {
    case .array(var elements) where !elements.isEmpty && random.percent(80):
      let index = random.below(elements.count)
      elements[index] = spoil(elements[index])
      return .array(elements)
    case .object(var members) where !members.isEmpty && random.percent(80):
      let index = random.below(members.count)
      if random.percent(15) {
        members.remove(at: index)
      } else {
        members[index].value = spoil(members[index].value)
      }
      return .object(members)
    default: return anything()
    }
  }
}
