import BackstackCoding
import BackstackSessions

/// A type as Swift source names it.
indirect enum SwiftType: Hashable, Sendable {
  /// A declaration of the model, by its name.
  case declared(String)
  /// A declaration with a parameter, by its name, and the type that takes the parameter's place.
  case generic(String, SwiftType)
  /// A type of the standard library, of Foundation or of BackstackClient.
  case known(String)
  case optional(SwiftType)
  case array(SwiftType)
  /// A dictionary with texts as keys.
  case dictionary(SwiftType)
  /// An element of a stack, or one that a client begins with and whose id may be missing.
  case element(SwiftType, isNew: Bool)
  /// A value in memory of its own, so that a type can contain itself.
  case box(SwiftType)

  /// The type in Swift's syntax.
  var source: String {
    switch self {
    case .declared(let name), .known(let name): name
    case .generic(let name, let argument): "\(name)<\(argument.source)>"
    case .optional(let type): "\(type.source)?"
    case .array(let type): "[\(type.source)]"
    case .dictionary(let type): "[String: \(type.source)]"
    case .element(let type, let isNew): "\(isNew ? "New" : "")StackElement<\(type.source)>"
    case .box(let type): "Box<\(type.source)>"
    }
  }

  /// The declaration whose values are inside values of this type, and not in memory of their own.
  var inlined: String? {
    switch self {
    case .declared(let name): name
    case .optional(let type): type.inlined
    default: nil
    }
  }
}

/// The Swift types of a feature's states and actions, made of their schemas.
struct SwiftModel {
  /// A property of a struct, or a labelled value of a case.
  struct Field {
    /// The name in JSON.
    let name: String
    let identifier: String
    let comment: String?
    var type: SwiftType
    let isRequired: Bool
  }

  struct Case {
    enum Payload {
      case none
      case value(SwiftType)
      case fields([Field])
    }

    /// The name in JSON.
    let name: String
    let identifier: String
    let comment: String?
    let payload: Payload
  }

  /// A value of an enum that is a text or a number in JSON.
  struct RawValue {
    let value: JSONLiteral
    let identifier: String
  }

  struct Declaration {
    enum Kind {
      case structure([Field])
      case cases([Case])
      case rawValues([RawValue])
      case alias(SwiftType)
    }

    let name: String
    let comment: String?
    /// Whether the service sends such values: a later one may send cases that are not known here.
    let isReceived: Bool
    /// The parameter of a type for all actions, `Action`.
    var hasParameter = false
    var kind: Kind
    var isIndirect = false
  }

  private(set) var declarations: [Declaration] = []
  private let definitions: ClientDefinitions
  private var names: ClientTypeNames

  init(_ feature: Feature) {
    definitions = ClientDefinitions(feature.contract)
    names = ClientTypeNames(definitions.all, reserved: SwiftIdentifier.reservedTypes)
    for definition in definitions.all {
      guard let name = names[definition.name] else { continue }
      declare(
        name, definition.schema.literal, path: definition.name,
        isReceived: definitions.isReceived(definition.name))
    }
    separateRecursion()
  }

  // MARK: Declarations

  private mutating func declare(
    _ name: String, _ schema: JSONLiteral, path: String, isReceived: Bool
  ) {
    // The types inside of this one come after it.
    let index = declarations.count
    declarations.append(
      Declaration(
        name: name, comment: schema.schemaDescription, isReceived: isReceived,
        hasParameter: definitions.isGeneric(path), kind: .structure([])))
    declarations[index].kind =
      kind(schema, path, isReceived) ?? .alias(type(schema, path, isReceived))
  }

  /// Returns what a schema with a declaration of its own is; `nil` for others.
  private mutating func kind(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> Declaration.Kind? {
    if let values = schema["enum"]?.elements { return Self.rawValues(values) }
    if let alternatives = schema["oneOf"]?.elements {
      return cases(alternatives, path, isReceived).map { .cases($0) }
    }
    guard schema["type"] == "object", case .object = schema["properties"] else { return nil }
    return .structure(fields(schema, path, isReceived))
  }

  private static func rawValues(_ values: [JSONLiteral]) -> Declaration.Kind? {
    let areTexts = values.allSatisfy { $0.text != nil }
    let areIntegers = values.allSatisfy { value in
      if case .number(let digits) = value { Int(digits) != nil } else { false }
    }
    guard areTexts || areIntegers else { return nil }
    var identifiers = SwiftIdentifier.Scope()
    return .rawValues(
      values.map { value in
        let name = value.text ?? "value\(value.json.replacing("-", with: "Minus"))"
        return RawValue(value: value, identifier: identifiers.add(name))
      })
  }

  /// Returns the cases that alternatives are; `nil` if they are something else.
  private mutating func cases(
    _ alternatives: [JSONLiteral], _ path: String, _ isReceived: Bool
  ) -> [Case]? {
    let objects = alternatives.filter { !$0.isNamesAlone(among: alternatives) }
    var identifiers = SwiftIdentifier.Scope()
    var cases: [Case] = []
    for schema in objects {
      guard case .object(let properties) = schema["properties"], properties.count == 1,
        let property = properties.first, schema["required"] == [.string(property.name)]
      else { return nil }
      let payload = payload(property.value, "\(path).\(property.name)", isReceived)
      cases.append(
        Case(
          name: property.name, identifier: identifiers.add(property.name),
          comment: schema.schemaDescription, payload: payload))
    }
    return cases
  }

  private mutating func payload(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> Case.Payload {
    guard schema["type"] == "object" else { return .value(type(schema, path, isReceived)) }
    if case .object = schema["properties"] { return .fields(fields(schema, path, isReceived)) }
    if case .object = schema["additionalProperties"] {
      return .value(type(schema, path, isReceived))
    }
    return .none
  }

  private mutating func fields(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> [Field] {
    guard case .object(let properties) = schema["properties"] else { return [] }
    let required = schema["required"]?.elements ?? []
    // Where not all members may be missing, one that is null sets something to `nil`.
    let isChange = schema["minProperties"] != nil
    var identifiers = SwiftIdentifier.Scope()
    return properties.map { property in
      var type = type(property.value, "\(path).\(property.name)", isReceived)
      let isRequired = required.contains(.string(property.name))
      if !isRequired {
        if case .optional = type, !isChange {} else { type = .optional(type) }
      }
      return Field(
        name: property.name, identifier: identifiers.add(property.name),
        comment: property.value.schemaDescription, type: type, isRequired: isRequired)
    }
  }

  // MARK: Types

  private mutating func type(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> SwiftType {
    if let definition = schema.referencedDefinition {
      if definition == ClientDefinitions.parameter { return .known("Action") }
      guard let use = definitions.uses[definition] else {
        return names[definition].map { .declared($0) } ?? .any
      }
      return names[use.generic].map { .generic($0, type(use.action, path, isReceived)) } ?? .any
    }
    if schema["not"] == [:] { return .known("Never") }
    if let alternatives = (schema["anyOf"] ?? schema["oneOf"])?.elements,
      let type = optional(alternatives, path, isReceived)
    {
      return type
    }
    if let types = schema["type"]?.elements {
      let others = types.filter { $0 != "null" }
      guard others.count == 1, others.count < types.count else { return .any }
      var schema = schema
      schema["type"] = others[0]
      return .optional(type(schema, path, isReceived))
    }
    if schema["enum"] != nil || schema["oneOf"] != nil || schema["properties"] != nil {
      return declared(schema, path, isReceived)
    }
    switch schema["type"]?.text {
    case "string": return .known(Self.text(schema))
    case "integer": return .known(Self.integer(schema))
    case "number": return .known("Double")
    case "boolean": return .known("Bool")
    case "array": return array(schema, path, isReceived)
    case "object": return dictionary(schema, path, isReceived)
    default: return .any
    }
  }

  /// Returns the type of a value that may be null; `nil` for other alternatives.
  private mutating func optional(
    _ alternatives: [JSONLiteral], _ path: String, _ isReceived: Bool
  ) -> SwiftType? {
    let others = alternatives.filter { $0["type"] != "null" }
    guard others.count < alternatives.count, !others.isEmpty else { return nil }
    let type = type(others.count == 1 ? others[0] : ["oneOf": .array(others)], path, isReceived)
    if case .optional = type { return type }
    return .optional(type)
  }

  /// Returns the type of a schema that needs a declaration, which gets its name from its place.
  private mutating func declared(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> SwiftType {
    // Other kinds have no declaration: their values are read as any JSON.
    var trial = self
    guard trial.kind(schema, path, isReceived) != nil else { return .any }
    let name = names.reserve(like: path)
    declare(name, schema, path: path, isReceived: isReceived)
    return .declared(name)
  }

  private static func text(_ schema: JSONLiteral) -> String {
    switch (schema["format"]?.text, schema["contentEncoding"]?.text) {
    case ("uuid", _): "UUID"
    case ("date-time", _): "Date"
    case ("uri-reference", _): "URL"
    case (_, "base64"): "Data"
    default: "String"
    }
  }

  private static func integer(_ schema: JSONLiteral) -> String {
    guard case .number(let low) = schema["minimum"], case .number(let high) = schema["maximum"]
    else { return "Int" }
    for name in integers where name.low == low && name.high == high { return name.type }
    // Bounds of something that is no integer type, or integers that `JSONDecoder` can't read.
    return Int(low) != nil && Int(high) != nil ? "Int" : "Decimal"
  }

  private static let integers: [(type: String, low: String, high: String)] = [
    bounds(Int8.self), bounds(Int16.self), bounds(Int32.self), bounds(UInt8.self),
    bounds(UInt16.self), bounds(UInt32.self), bounds(UInt64.self),
  ]

  private static func bounds<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) -> (type: String, low: String, high: String) {
    ("\(type)", "\(type.min)", "\(type.max)")
  }

  private mutating func array(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> SwiftType {
    guard schema["prefixItems"] == nil, let items = schema["items"] else { return .array(.any) }
    if schema["x-backstack"] == "stack" {
      let entries = items["anyOf"]?.elements ?? [items]
      if let screen = entries.first?["properties"]?["state"] {
        return .array(
          .element(type(screen, "\(path).Item", isReceived), isNew: entries.count > 1))
      }
    }
    return .array(type(items, "\(path).Item", isReceived))
  }

  private mutating func dictionary(
    _ schema: JSONLiteral, _ path: String, _ isReceived: Bool
  ) -> SwiftType {
    guard case .object = schema["additionalProperties"],
      let values = schema["additionalProperties"]
    else { return .any }
    return .dictionary(type(values, "\(path).Value", isReceived))
  }
}

extension SwiftType {
  /// Any JSON.
  static let any = SwiftType.known("JSONValue")
}

// MARK: Recursion

extension SwiftModel {
  /// Makes enums that contain themselves indirect, and puts the structs that still contain
  /// themselves into boxes.
  private mutating func separateRecursion() {
    let all = Dictionary(uniqueKeysWithValues: declarations.map { ($0.name, Self.inlined($0)) })
    for index in declarations.indices {
      guard case .cases = declarations[index].kind else { continue }
      let name = declarations[index].name
      declarations[index].isIndirect = Self.reach(from: name, all).contains(name)
    }
    let indirect = declarations.filter(\.isIndirect).map(\.name)
    let rest = all.filter { !indirect.contains($0.key) }
    for index in declarations.indices {
      guard case .structure(var fields) = declarations[index].kind else { continue }
      let name = declarations[index].name
      for field in fields.indices {
        guard let inlined = fields[field].type.inlined,
          inlined == name || Self.reach(from: inlined, rest).contains(name)
        else { continue }
        fields[field].type = fields[field].type.boxed
      }
      declarations[index].kind = .structure(fields)
    }
  }

  /// Returns the names of the declarations whose values are inside those of a declaration.
  private static func inlined(_ declaration: Declaration) -> [String] {
    switch declaration.kind {
    case .structure(let fields): fields.compactMap(\.type.inlined)
    case .alias(let type): [type.inlined].compactMap(\.self)
    case .rawValues: []
    case .cases(let cases):
      cases.flatMap { one -> [String] in
        switch one.payload {
        case .none: []
        case .value(let type): [type.inlined].compactMap(\.self)
        case .fields(let fields): fields.compactMap(\.type.inlined)
        }
      }
    }
  }

  /// Returns what is inside of a declaration at any depth.
  private static func reach(from name: String, _ inlined: [String: [String]]) -> Set<String> {
    var found: Set<String> = []
    var open = inlined[name] ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += inlined[next] ?? [] }
    }
    return found
  }
}

extension SwiftType {
  fileprivate var boxed: SwiftType {
    if case .optional(let type) = self { .optional(type.boxed) } else { .box(self) }
  }
}
