extension StoredSchema {
  /// Returns why not all values of an earlier schema can be read: clauses that each begin with the
  /// position of a value in JSON Pointer syntax, where `*` stands for any index or name; empty if
  /// all can, after members that they lack were given their default values.
  package func obstacles(reading earlier: StoredSchema) -> [String] {
    var comparison = SchemaComparison(earlier: earlier, present: self, isOfValue: false)
    return comparison.obstacles(earlier.root.literal, root.literal, at: "")
  }

  /// Returns where a value does not fit the schema, as clauses like those of
  /// ``obstacles(reading:)``. The form of texts is not checked.
  ///
  /// - Complexity: O(*n*) in the size of the value. The recursion is as deep as the value.
  package func misfits(of value: JSONLiteral) -> [String] {
    var comparison = SchemaComparison(earlier: self, present: self, isOfValue: true)
    return comparison.obstacles(Self.schema(describing: value), root.literal, at: "")
  }

  /// Returns the schema that describes a single value.
  private static func schema(describing value: JSONLiteral) -> JSONLiteral {
    switch value {
    case .null: return ["type": "null"]
    case .bool: return ["type": "boolean", "enum": [value]]
    case .number(let number):
      return ["type": Int128(number) == nil ? "number" : "integer", "enum": [value]]
    case .string: return ["type": "string", "enum": [value]]
    case .array(let values):
      guard !values.isEmpty else { return ["type": "array"] }
      return ["type": "array", "items": ["anyOf": .array(values.map(schema(describing:)))]]
    case .object(let members):
      return [
        "type": "object",
        "properties": .object(
          members.map { JSONLiteral.Member($0.name, schema(describing: $0.value)) }),
        "required": .array(members.map { .string($0.name) }),
      ]
    }
  }
}

/// A comparison of the schemas of the same values at two times.
private struct SchemaComparison {
  let earlier: StoredSchema
  let present: StoredSchema
  /// Whether the earlier schema describes a single value.
  let isOfValue: Bool
  /// The definitions that are compared already, so that the comparison of recursive types ends.
  private var compared: Set<Pair> = []

  private struct Pair: Hashable {
    let earlier: String
    let present: String
  }

  init(earlier: StoredSchema, present: StoredSchema, isOfValue: Bool) {
    self.earlier = earlier
    self.present = present
    self.isOfValue = isOfValue
  }

  mutating func obstacles(
    _ old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> [String] {
    guard let oldName = StoredSchema.reference(in: old),
      let newName = StoredSchema.reference(in: new)
    else { return obstacles(resolved: earlier.resolved(old), present.resolved(new), at: position) }
    let before = compared
    guard compared.insert(Pair(earlier: oldName, present: newName)).inserted else { return [] }
    let obstacles = obstacles(resolved: earlier.resolved(old), present.resolved(new), at: position)
    // What was found under a wrong assumption does not count.
    if !obstacles.isEmpty { compared = before }
    return obstacles
  }

  private mutating func obstacles(
    resolved old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> [String] {
    if isAny(new) || isFormerForm(old, of: new) { return [] }
    let here = position.isEmpty ? "the state" : position
    if isAny(old) { return ["\(here) could have any form"] }
    // Also of one alternative: an enum may have a single case.
    guard StoredSchema.hasAlternatives(old) || StoredSchema.hasAlternatives(new) else {
      if let form = form(old, new, here) { return [form] }
      return members(old, new, at: position) + elements(old, new, at: position)
    }
    var obstacles: [String] = []
    for old in StoredSchema.alternatives(of: old) {
      let found = closestObstacles(old, StoredSchema.alternatives(of: new), at: position)
      // Several elements of an array may have the same.
      for obstacle in found where !obstacles.contains(obstacle) { obstacles.append(obstacle) }
    }
    return obstacles
  }

  /// Returns why the values of a schema can be read as none of several alternatives; empty if they
  /// can be read as one of them.
  private mutating func closestObstacles(
    _ old: JSONLiteral, _ alternatives: [JSONLiteral], at position: String
  ) -> [String] {
    var closest = ["\(position.isEmpty ? "the state" : position) can have no value"]
    var depth = -1
    for new in alternatives {
      let obstacles = obstacles(old, new, at: position)
      guard let deepest = obstacles.map(\.depth).max() else { return [] }
      // The obstacles at the longest position belong to the alternative that comes closest.
      if deepest >= depth { (closest, depth) = (obstacles, deepest) }
    }
    return closest
  }

  /// Returns whether an earlier version of the library has described a value in another way that is still
  /// read: durations as anything, dictionaries with ids as keys as arrays.
  private func isFormerForm(_ old: JSONLiteral, of new: JSONLiteral) -> Bool {
    if new["format"] == "duration" { return isAny(old) }
    return new["propertyNames"] == ["format": "uuid"] && old["type"] == "array"
  }

  private func isAny(_ schema: JSONLiteral) -> Bool {
    !CanonicalForm.keywords.contains { schema[$0.name] != nil }
  }

  /// Compares the kinds of values.
  private func form(_ old: JSONLiteral, _ new: JSONLiteral, _ here: String) -> String? {
    if let type = new["type"], old["type"] != type,
      !(type == "number" && old["type"] == "integer")
    {
      return "\(here) has another type"
    }
    if let values = new["enum"] ?? new["const"].map({ [$0] }) {
      guard let old = old["enum"] ?? old["const"].map({ [$0] }), case .array(let olds) = old,
        case .array(let news) = values
      else { return "\(here) could have other values" }
      if let gone = olds.first(where: { !news.contains($0) }) {
        return "\(here) can no longer be \(gone.json)"
      }
    }
    if isOfValue { return nil }
    if let format = new["format"], old["format"] != format { return "\(here) has another format" }
    for keyword in ["allOf", "prefixItems", "propertyNames"]
    where new[keyword] != nil || old[keyword] != nil {
      guard let oldValue = old[keyword], let newValue = new[keyword],
        CanonicalForm.text(of: JSONSchema([keyword: oldValue]), in: earlier.definitions)
          == CanonicalForm.text(of: JSONSchema([keyword: newValue]), in: present.definitions)
      else { return "\(here) has another form" }
    }
    return nil
  }

  /// Compares the members of objects.
  private mutating func members(
    _ old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> [String] {
    var obstacles: [String] = []
    let newOnes = StoredSchema.properties(of: new)
    let oldOnes = StoredSchema.properties(of: old)
    let others = new["additionalProperties"].flatMap { $0 == false ? nil : $0 }
    for member in oldOnes {
      let memberPosition = position + member.name.pointerStep
      if let schema = newOnes.first(where: { $0.name == member.name })?.value {
        obstacles += self.obstacles(member.value, schema, at: memberPosition)
      } else if let others {
        obstacles += self.obstacles(member.value, others, at: position + "/*")
      } else if !isOfValue || member.value["type"] != "null" {
        obstacles.append("\(memberPosition) is no longer known")
      }
    }
    if let oldOthers = old["additionalProperties"], oldOthers != false {
      if let others {
        obstacles += self.obstacles(oldOthers, others, at: position + "/*")
      } else {
        obstacles.append("\(position)/* is no longer known")
      }
    }
    // A case that is no longer known need not be another one.
    if !obstacles.isEmpty, newOnes.count == 1, new["additionalProperties"] == false {
      return obstacles
    }
    let oldRequired = Set(StoredSchema.required(by: old))
    for name in StoredSchema.required(by: new) where !oldRequired.contains(name) {
      let schema = newOnes.first { $0.name == name }?.value
      if schema.map(present.hasDefault) != true {
        obstacles.append(
          "\(position)\(name.pointerStep) \(isOfValue ? "is" : "can be") missing, and has no "
            + "default value")
      }
    }
    return obstacles
  }

  /// Compares the elements of arrays.
  private mutating func elements(
    _ old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> [String] {
    guard let newItems = new["items"], old["type"] == "array" else { return [] }
    let oldItems = old["items"]
    if isOfValue, oldItems == nil { return [] }
    return obstacles(oldItems ?? .object([]), newItems, at: position + "/*")
  }
}

extension String {
  /// A name as a step of a JSON Pointer (RFC 6901).
  package var pointerStep: String {
    "/" + replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// The depth of the position at the beginning of an obstacle.
  fileprivate var depth: Int { prefix { $0 != " " }.count { $0 == "/" } }
}
