import BackstackCoding

/// A generator of random values of schemas. Many values are extreme, and many name existing
/// elements.
struct SchemaSampler: Sendable {
  let definitions: SchemaDefinitions
  var random: FuzzRandom
  /// The ids and names in the current state.
  var present = Surroundings()
  /// The ids and names in earlier states.
  var past = Surroundings()
  /// The number of values that may still be generated before all optional values are omitted.
  private var budget = 0
  /// The percentage of numbers that are the largest or smallest possible.
  private(set) var extremes = 35
  /// The case of the action to generate.
  private var preferredCase: String?
  /// The minimum depth of a value of each definition.
  private let heights: [String: Int]

  private static let impossible = 1_000_000

  init(definitions: SchemaDefinitions, random: FuzzRandom) {
    self.definitions = definitions
    self.random = random
    var heights: [String: Int] = [:]
    var isSettled = false
    while !isSettled {
      isSettled = true
      for definition in definitions.all {
        let height = Self.height(of: definition.schema.literal, heights)
        if height < heights[definition.name] ?? Self.impossible {
          heights[definition.name] = height
          isSettled = false
        }
      }
    }
    self.heights = heights
  }

  /// Returns a value of a schema; `nil` if there is none.
  mutating func sample(_ schema: JSONLiteral) -> JSONLiteral? {
    // Mostly small values: mistakes depend on the values more often than on their number.
    budget = random.percent(5) ? 3000 : 120
    extremes = random.pick([5, 35, 35, 80])
    preferredCase = nil
    return value(schema)
  }

  /// Returns a value of a definition; `nil` if there is none.
  mutating func sample(named name: String) -> JSONLiteral? {
    definitions[name].flatMap { sample($0.literal) }
  }

  /// Returns one of the current values or, less often, one of the earlier values.
  mutating func pick<Value>(_ values: KeyPath<Surroundings, [Value]>) -> Value? {
    let present = present[keyPath: values]
    let past = past[keyPath: values]
    let source = present.isEmpty || random.percent(20) ? past : present
    return source.isEmpty ? nil : random.pick(source)
  }

  // MARK: Values

  private mutating func value(_ schema: JSONLiteral) -> JSONLiteral? {
    let schema = resolved(schema)
    guard Self.height(of: schema, heights) < Self.impossible else { return nil }
    budget -= 1
    if let values = schema["enum"]?.elements { return random.pick(values) }
    if let value = schema["const"] { return value }
    if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.elements {
      return alternative(of: alternatives)
    }
    switch schema["type"]?.text {
    case "null": return .null
    case "boolean": return .bool(random.percent(50))
    case "integer": return integer(schema)
    case "number": return number()
    case "string": return string(schema)
    case "array": return array(of: schema["items"] ?? [:])
    case "object": return object(schema)
    default: return anything()
    }
  }

  /// Returns the schema that references lead to.
  func resolved(_ schema: JSONLiteral) -> JSONLiteral {
    var schema = schema
    while let name = Self.reference(schema), let next = definitions[name]?.literal {
      schema = next
    }
    return schema
  }

  private mutating func alternative(of alternatives: [JSONLiteral]) -> JSONLiteral? {
    let preferred = preferredCase
    preferredCase = nil
    if let preferred, random.percent(90),
      let index = alternatives.firstIndex(where: { caseName(of: $0) == preferred })
    {
      return value(alternatives[index])
    }
    let names = Set(alternatives.flatMap { $0["enum"]?.elements ?? [] }.compactMap(\.text))
    let weights = alternatives.map { alternative -> Int in
      let height = Self.height(of: resolved(alternative), heights)
      if height >= Self.impossible { return 0 }
      if budget <= 0 { return height == 0 ? 8 : height == 1 ? 2 : 0 }
      if let cases = alternative["enum"]?.elements { return 8 * cases.count }
      guard let name = caseName(of: alternative) else { return 8 }
      // A case without a payload is among the names already.
      if names.contains(name) { return 1 }
      // Elements have most of the actions.
      return present.names.contains(name) ? 32 : name == "element" ? 24 : 8
    }
    guard weights.contains(where: { $0 > 0 }) else {
      return alternatives.min { height($0) < height($1) }.flatMap { value($0) }
    }
    return value(alternatives[random.pickIndex(weights: weights)])
  }

  private func height(_ schema: JSONLiteral) -> Int {
    Self.height(of: resolved(schema), heights)
  }

  /// Returns the name of the case that an alternative describes, in the wire format of enums.
  func caseName(of alternative: JSONLiteral) -> String? {
    guard let required = alternative["required"]?.elements, required.count == 1 else { return nil }
    return required[0].text
  }

  private mutating func array(of elements: JSONLiteral) -> JSONLiteral {
    guard budget > 0, height(elements) < Self.impossible else { return [] }
    var count = random.pick([0, 0, 1, 1, 2, 2, 3, 5])
    if budget > 1000, random.percent(30) { count = random.pick([40, 300]) }
    var values: [JSONLiteral] = []
    while values.count < count {
      if let last = values.last, random.percent(8) {
        // Repeated ids.
        values.append(last)
      } else if budget <= 0 {
        break
      } else if let value = value(elements) {
        values.append(value)
      } else {
        break
      }
    }
    return .array(values)
  }

  private mutating func object(_ schema: JSONLiteral) -> JSONLiteral? {
    let properties = schema["properties"]?.members ?? []
    let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
    var members: [JSONLiteral.Member] = []
    var screen: Surroundings.Screen?
    for property in properties {
      let isRequired = required.contains(property.name)
      if !isRequired, budget <= 0 || random.percent(40) { continue }
      if property.name == "id", random.percent(85), isElementID(property.value),
        let found = pick(\.screens)
      {
        screen = found
        members.append(JSONLiteral.Member("id", found.id))
        continue
      }
      if property.name == "action" { preferredCase = screen?.name }
      guard let value = value(property.value) else {
        if isRequired { return nil }
        continue
      }
      members.append(JSONLiteral.Member(property.name, value))
    }
    if let values = schema["additionalProperties"], values != false, values != true {
      for _ in 0..<random.below(4) where budget > 0 {
        let isNumbered = schema["propertyNames"] != nil
        let name = isNumbered ? "\(random.below(9) - 4)" : text()
        if !members.contains(where: { $0.name == name }), let value = value(values) {
          members.append(JSONLiteral.Member(name, value))
        }
      }
    }
    return .object(members)
  }

  /// Returns whether a schema describes the ids of stack elements: integers from 0.
  private func isElementID(_ schema: JSONLiteral) -> Bool {
    let schema = resolved(schema)
    return schema["type"] == "integer" && schema["minimum"] == .number("0")
  }

  /// Returns a value of any kind, for types without a schema and for invalid values.
  mutating func anything() -> JSONLiteral {
    switch random.below(9) {
    case 0: .null
    case 1: .bool(random.percent(50))
    case 2: integer([:])
    case 3: number()
    case 4: []
    case 5: [:]
    case 6 where budget > 0: .array((0..<random.below(3)).map { _ in nested() })
    case 7 where budget > 0: .object([JSONLiteral.Member(random.pick(["id", "a", ""]), nested())])
    default: .string(text())
    }
  }

  private mutating func nested() -> JSONLiteral {
    budget -= 10
    return anything()
  }

  // MARK: Sizes

  private static func reference(_ schema: JSONLiteral) -> String? {
    schema["$ref"]?.text.map { String($0.dropFirst(JSONSchema.definitionPrefix.count)) }
  }

  /// Returns the minimum depth of a value of a schema, as far as known.
  private static func height(of schema: JSONLiteral, _ known: [String: Int]) -> Int {
    if let name = reference(schema) { return known[name] ?? impossible }
    if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.elements {
      return alternatives.map { height(of: $0, known) }.min() ?? impossible
    }
    if schema["not"] == [:] { return impossible }
    let properties = schema["properties"]?.members ?? []
    let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
    let heights = properties.filter { required.contains($0.name) }
      .map { height(of: $0.value, known) }
    guard let tallest = heights.max() else { return 0 }
    return min(impossible, tallest + 1)
  }
}
