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
  private var extremes = 35
  /// The case of the action to generate.
  private var preferredCase: String?
  /// The rest of the cases to generate, each inside of the one before.
  private var path: ArraySlice<Substring> = []
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
  ///
  /// - Parameter cases: The cases that the value has, from the outermost to the innermost, separated by
  ///   dots; `nil` for any.
  mutating func sample(named name: String, cases: String? = nil) -> JSONLiteral? {
    path = cases?.split(separator: ".")[...] ?? []
    defer { path = [] }
    return definitions[name].flatMap { sample($0.literal) }
  }

  /// Returns one of the current values or, less often, one of the earlier values.
  private mutating func pick<Value>(_ values: KeyPath<Surroundings, [Value]>) -> Value? {
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
    if let values = schema["enum"]?.elements {
      if let name = path.first, values.contains(.string(String(name))) {
        return .string(String(path.removeFirst()))
      }
      return random.pick(values)
    }
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
  private func resolved(_ schema: JSONLiteral) -> JSONLiteral {
    var schema = schema
    while let name = Self.reference(schema), let next = definitions[name]?.literal {
      schema = next
    }
    return schema
  }

  private mutating func alternative(of alternatives: [JSONLiteral]) -> JSONLiteral? {
    if let name = path.first, let next = alternatives.first(where: { has(String(name), $0) }) {
      preferredCase = nil
      if next["enum"] == nil { path.removeFirst() }
      return value(next)
    }
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

  /// Returns whether an alternative describes a case.
  private func has(_ name: String, _ alternative: JSONLiteral) -> Bool {
    caseName(of: alternative) == name
      || alternative["enum"]?.elements?.contains(.string(name)) ?? false
  }

  /// Returns the name of the case that an alternative describes, in the wire format of enums.
  private func caseName(of alternative: JSONLiteral) -> String? {
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
      if property.name == "id", !path.isEmpty || random.percent(85), isElementID(property.value),
        let found = target ?? pick(\.screens)
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
    if members.isEmpty, schema["minProperties"] == .number("1"), !properties.isEmpty {
      let property = random.pick(properties)
      guard let value = value(property.value) else { return nil }
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

  /// An element that takes the action to generate, if there is one.
  private var target: Surroundings.Screen? {
    mutating get {
      guard let name = path.first else { return nil }
      let fitting = present.screens.filter { $0.name == nil || $0.name == String(name) }
      return fitting.isEmpty ? nil : random.pick(fitting)
    }
  }

  /// Returns whether a schema describes the ids of stack elements: integers from 0.
  private func isElementID(_ schema: JSONLiteral) -> Bool {
    let schema = resolved(schema)
    return schema["type"] == "integer" && schema["minimum"] == .number("0")
  }

  /// Returns a value of any kind, for types without a schema and for invalid values.
  private mutating func anything() -> JSONLiteral {
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

extension SchemaSampler {
  private static let limits = [
    Int128(Int.max), Int128(Int.min), Int128(Int.max) - 1, Int128(Int.min) + 1, Int128(Int32.max),
    Int128(Int32.min), Int128(UInt32.max), Int128(UInt64.max), 1 << 53, 1_000_000_007, 255, 256,
    -128, 65_536,
  ]

  /// Returns an integer within the bounds of a schema. The bounds are as likely as small numbers,
  /// and sometimes the integer exists in the state already.
  private mutating func integer(_ schema: JSONLiteral) -> JSONLiteral {
    func bound(_ keyword: String) -> Int128? {
      if case .number(let text) = schema[keyword] { return Int128(text) }
      return nil
    }
    let minimum = bound("minimum") ?? Int128(Int.min)
    let maximum = max(minimum, bound("maximum") ?? Int128(Int.max))
    let value: Int128
    if random.percent(extremes) {
      value = random.percent(60) ? maximum : minimum
    } else {
      switch random.below(10) {
      case 0: value = random.pick(Self.limits)
      case 1: value = random.percent(50) ? maximum - 1 : minimum + 1
      case 2: value = Int128(Int64(bitPattern: random.next()))
      case 3, 4: value = pick(\.numbers).flatMap { Int128($0) } ?? 0
      default: value = Int128(random.below(12)) - 2
      }
    }
    return .number("\(min(max(value, minimum), maximum))")
  }

  private static let numbers = [
    "0", "-0", "0.0", "-0.0", "1", "-1", "0.1", "0.30000000000000004", "1e-7", "5e-324", "-5e-324",
    "2.2250738585072014e-308", "1.7976931348623157e308", "-1.7976931348623157e308", "1e300", "1e21",
    "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
    "1e400", "3600", "100",
  ]

  private mutating func number() -> JSONLiteral {
    if random.percent(15), let text = pick(\.numbers) { return .number(text) }
    return .number(random.pick(Self.numbers))
  }

  private static let texts = [
    "", "a", " ", "\t\n\r", "\"", "'", "\\", "/", "~", "~1", "#", "\"#", "\\(", "%s%n", "null",
    "[]",
    "\0", "\u{1}\u{1F}\u{7F}\u{80}", "\u{2028}\u{2029}", "\u{FEFF}a", "\u{202E}abc",
    "\u{FFFF}\u{10FFFF}",
    "e\u{301}\u{301}\u{301}\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "🇩🇪🇩", "🏳️‍🌈", "ﷺ", "ß", "İ", "ǆ",
    "-1", "9223372036854775808", "1e400", "NaN", "true", "../../etc/passwd", "<script>", "{{7*7}}",
    "'; DROP TABLE sessions; --", "Ada", "Ada Lovelace",
  ]

  private static let durations = [
    "PT0S", "PT60S", "-PT1S", "PT0.25S", "P1DT2H3M4.5S", "PT0.000000000000000001S",
    "PT9223372036854775807S", "-PT9223372036854775807S", "PT9223372036854775808S", "P1Y",
  ]

  private mutating func text() -> String {
    switch random.below(100) {
    case 0..<20: return pick(\.texts) ?? ""
    case 20..<24:
      let part = random.pick(Self.texts)
      return String(repeating: part.isEmpty ? "x" : part, count: 1 + random.below(400))
    case 24: return String(repeating: "x", count: 20_000)
    default: return random.pick(Self.texts)
    }
  }

  /// Returns a string in a schema's format.
  private mutating func string(_ schema: JSONLiteral) -> JSONLiteral {
    switch schema["format"]?.text {
    case "uuid": return .string(uuid())
    case "date-time": return .string(date())
    case "duration": return .string(random.pick(Self.durations))
    case "uri-reference": return .string(random.pick(Self.links))
    default: break
    }
    if schema["contentEncoding"] != nil { return .string(random.pick(Self.base64)) }
    return .string(text())
  }

  private mutating func uuid() -> String {
    if random.percent(75), let uuid = pick(\.uuids) { return uuid }
    switch random.below(4) {
    case 0: return "00000000-0000-0000-0000-000000000000"
    case 1: return "ffffffff-FFFF-ffff-ffff-ffffffffffff"
    default:
      let digits = (0..<2).map { _ in
        let text = String(random.next(), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - text.count) + text
      }.joined()
      var rest = digits[...]
      return [8, 4, 4, 4, 12].map { length in
        defer { rest = rest.dropFirst(length) }
        return String(rest.prefix(length))
      }.joined(separator: "-")
    }
  }

  private static let dates = [
    "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z",
    "2000-02-29T12:00:00Z", "2038-01-19T03:14:08Z", "1582-10-10T00:00:00Z",
  ]

  /// Dates in other formats, and dates that don't exist.
  private static let oddDates = [
    "0000-01-01T00:00:00Z", "1900-02-29T23:59:59Z", "2016-12-31T23:59:60Z",
    "2030-01-31T23:59:59.999Z", "2030-01-31T23:59:59+14:00", "+10000-01-01T00:00:00Z",
    "-0001-12-31T23:59:59Z", "292277026596-12-04T15:30:07Z", "10000-01-01T00:00:00Z", "",
  ]

  private mutating func date() -> String {
    if random.percent(40), let date = pick(\.dates) { return date }
    return random.pick(random.percent(8) ? Self.oddDates : Self.dates)
  }

  private static let links = [
    "", "/", "#", "?", "//", "https://example.com/a?b=c#d", "http://[::1]:80/", "mailto:a@b", "%",
    "%00",
    "a b", "http://[", "../..", "data:,",
  ]

  private static let base64 = ["", "AA==", "AAAA", "////", "A", "=", "AA=A", "-_-_"]

  /// Returns the path of a URL for a deep link.
  mutating func link(names: [String]) -> String {
    var path = ""
    for _ in 0..<(random.percent(10) ? random.below(200) : random.below(5)) {
      switch random.below(6) {
      case 0, 1: path += "/" + (names.isEmpty ? "" : random.pick(names))
      case 2: path += "/" + (pick(\.uuids) ?? uuid())
      case 3:
        if case .number(let text) = integer([:]) { path += "/" + text }
      case 4: path += "/" + text()
      default:
        path += random.pick(["/", "//", "/.", "/..", "?a=b", "#", "%2F", "/+1", "/-0", "/add"])
      }
    }
    return path
  }
}

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
