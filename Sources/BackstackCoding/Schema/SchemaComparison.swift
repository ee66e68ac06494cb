extension StoredSchema {
  /// Returns why not all values of an earlier schema can be read: a clause that begins with the
  /// position of a value in JSON Pointer syntax, where `*` stands for any index or name; `nil` if
  /// all can, after members that they lack were given their default values.
  package func obstacle(reading earlier: StoredSchema) -> String? {
    var comparison = SchemaComparison(earlier: earlier, present: self)
    return comparison.obstacle(earlier.root.literal, root.literal, at: "")
  }
}

/// A comparison of the schemas of the same values at two times.
private struct SchemaComparison {
  let earlier: StoredSchema
  let present: StoredSchema
  /// The definitions that are compared already, so that the comparison of recursive types ends.
  private var compared: Set<Pair> = []

  private struct Pair: Hashable {
    let earlier: String
    let present: String
  }

  init(earlier: StoredSchema, present: StoredSchema) {
    self.earlier = earlier
    self.present = present
  }

  mutating func obstacle(
    _ old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> String? {
    guard let oldName = StoredSchema.reference(in: old),
      let newName = StoredSchema.reference(in: new)
    else { return obstacle(resolved: earlier.resolved(old), present.resolved(new), at: position) }
    let before = compared
    guard compared.insert(Pair(earlier: oldName, present: newName)).inserted else { return nil }
    let obstacle = obstacle(resolved: earlier.resolved(old), present.resolved(new), at: position)
    // What was found under a wrong assumption does not count.
    if obstacle != nil { compared = before }
    return obstacle
  }

  private mutating func obstacle(
    resolved old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> String? {
    if isAny(new) { return nil }
    let here = position.isEmpty ? "the state" : position
    if isAny(old) { return "\(here) could have any form" }
    // Also of one alternative: an enum may have a single case.
    guard StoredSchema.hasAlternatives(old) || StoredSchema.hasAlternatives(new) else {
      return form(old, new, here) ?? members(old, new, at: position)
        ?? elements(old, new, at: position)
    }
    for old in StoredSchema.alternatives(of: old) {
      if let obstacle = closestObstacle(
        old, StoredSchema.alternatives(of: new), at: position)
      {
        return obstacle
      }
    }
    return nil
  }

  /// Returns why the values of a schema can be read as none of several alternatives; `nil` if they
  /// can be read as one of them.
  private mutating func closestObstacle(
    _ old: JSONLiteral, _ alternatives: [JSONLiteral], at position: String
  ) -> String? {
    var obstacles: [String] = []
    for new in alternatives {
      guard let obstacle = obstacle(old, new, at: position) else { return nil }
      obstacles.append(obstacle)
    }
    // The obstacle at the longest position belongs to the alternative that comes closest.
    return obstacles.max { $0.depth < $1.depth }
      ?? "\(position.isEmpty ? "the state" : position) can have no value"
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
  ) -> String? {
    let newOnes = StoredSchema.properties(of: new)
    let oldOnes = StoredSchema.properties(of: old)
    let others = new["additionalProperties"].flatMap { $0 == false ? nil : $0 }
    for member in oldOnes {
      let memberPosition = position + member.name.pointerStep
      guard let schema = newOnes.first(where: { $0.name == member.name })?.value ?? others else {
        return "\(memberPosition) is no longer known"
      }
      if let obstacle = obstacle(member.value, schema, at: memberPosition) { return obstacle }
    }
    if let oldOthers = old["additionalProperties"], oldOthers != false {
      guard let others else { return "\(position)/* is no longer known" }
      if let obstacle = obstacle(oldOthers, others, at: position + "/*") { return obstacle }
    }
    let oldRequired = Set(StoredSchema.required(by: old))
    for name in StoredSchema.required(by: new) where !oldRequired.contains(name) {
      let schema = newOnes.first { $0.name == name }?.value
      if schema.map(present.hasDefault) != true {
        return "\(position)\(name.pointerStep) can be missing, and has no default value"
      }
    }
    return nil
  }

  /// Compares the elements of arrays.
  private mutating func elements(
    _ old: JSONLiteral, _ new: JSONLiteral, at position: String
  ) -> String? {
    guard let newItems = new["items"], old["type"] == "array" else { return nil }
    return obstacle(old["items"] ?? .object([]), newItems, at: position + "/*")
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
