/// A builder for the schemas of types, which keeps the schemas that have a name as definitions.
///
/// Names depend only on the types and the order in which their schemas are requested.
public final class SchemaBuilder {
  /// The audience of the schemas.
  public let audience: SchemaAudience
  /// Whether clients may push elements onto stacks.
  public let takesPushes: Bool
  /// The definitions in the order in which they were first referenced.
  public var definitions: [(name: String, schema: JSONSchema)] {
    order.map { ($0, schemas[$0] ?? .any) }
  }

  /// The types without a known schema, each once, in the order in which they were requested.
  public private(set) var unknownTypes: [Any.Type] = []

  private var order: [String] = []
  private var schemas: [String: JSONSchema] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private let roots: KeyValuePairs<String, Any.Type>
  /// The default values of members; `nil` if they are not collected.
  private var collectedDefaults: [() -> Any]?

  /// Creates a builder that defines some types, and the types they refer to, under given names.
  ///
  /// - Parameters:
  ///   - audience: The audience of the schemas.
  ///   - takesPushes: Whether clients may push elements onto stacks.
  ///   - roots: Distinct names with their types.
  public convenience init(
    audience: SchemaAudience, takesPushes: Bool = true,
    roots: KeyValuePairs<String, Any.Type> = [:]
  ) {
    self.init(
      audience: audience, takesPushes: takesPushes, roots: roots, collectsDefaults: false)
  }

  /// Creates a builder that may also collect the default values of members. The schemas it creates
  /// then have ``JSONSchema/defaultKeyword``, and are not for clients.
  init(
    audience: SchemaAudience, takesPushes: Bool = true,
    roots: KeyValuePairs<String, Any.Type>, collectsDefaults: Bool
  ) {
    self.audience = audience
    self.takesPushes = takesPushes
    self.roots = roots
    collectedDefaults = collectsDefaults ? [] : nil
    for (name, type) in roots {
      let schema = schema(of: type)
      if schemas[name] == nil { insert(schema, named: name) }
    }
  }

  /// The closures that make the default values of members, by the numbers in the schemas.
  var defaults: [() -> Any] { collectedDefaults ?? [] }

  /// Returns the number of a new default value; `nil` if they are not collected.
  func register(default value: @escaping () -> Any) -> JSONLiteral? {
    guard let count = collectedDefaults?.count else { return nil }
    collectedDefaults?.append(value)
    return .number("\(count)")
  }

  /// Returns the schema of a type, or the schema of any value if the type has none.
  public func schema(of type: Any.Type) -> JSONSchema {
    if let type = type as? any SchemaRepresentable.Type { return type.jsonSchema(in: self) }
    if let type = type as? any RawRepresentable.Type { return rawValueSchema(of: type) }
    if !unknownTypes.contains(where: { $0 == type }) { unknownTypes.append(type) }
    return .any
  }

  /// Returns a reference to the definition of a type, which is created if needed.
  ///
  /// - Parameters:
  ///   - type: The type; it may refer to itself.
  ///   - description: A description of the type for people.
  ///   - make: Returns the definition's schema.
  public func define(
    _ type: Any.Type, description: String? = nil, _ make: () -> JSONSchema
  ) -> JSONSchema {
    if let name = names[ObjectIdentifier(type)] { return .reference(to: name) }
    let name = roots.first { $0.value == type }?.key ?? freeName(like: SchemaName.of(type))
    names[ObjectIdentifier(type)] = name
    insert(.any, named: name)
    schemas[name] = make().described(description)
    return .reference(to: name)
  }

  private func insert(_ schema: JSONSchema, named name: String) {
    order.append(name)
    schemas[name] = schema
  }

  private func freeName(like wanted: String) -> String {
    func isFree(_ name: String) -> Bool {
      schemas[name] == nil && !roots.contains { $0.key == name }
    }
    if isFree(wanted) { return wanted }
    var number = 2
    while !isFree("\(wanted)\(number)") { number += 1 }
    return "\(wanted)\(number)"
  }
}

/// The audience of a schema: the server sends more cases than it accepts.
public enum SchemaAudience: Hashable, Sendable {
  /// A client that reads values that the server encodes.
  case reader
  /// A client that sends values that the server decodes.
  case sender
}

extension SchemaBuilder {
  /// Returns the schema of a type that is coded as its raw value: those of its cases if it is
  /// `CaseIterable`, otherwise any raw value.
  func rawValueSchema<Value: RawRepresentable>(of type: Value.Type) -> JSONSchema {
    guard let cases = type as? any CaseIterable.Type else { return schema(of: Value.RawValue.self) }
    return rawValueSchema(of: Self.allCases(of: cases).compactMap { ($0 as? Value)?.rawValue })
  }

  /// Returns the schema that matches the given raw values.
  public func rawValueSchema<RawValue>(of rawValues: [RawValue]) -> JSONSchema {
    let literals = rawValues.compactMap { value -> JSONLiteral? in
      switch value {
      case let text as String: .string(text)
      case let number as any BinaryInteger: .number("\(number)")
      default: nil
      }
    }
    guard literals.count == rawValues.count, !literals.isEmpty else {
      return schema(of: RawValue.self)
    }
    let type = schema(of: RawValue.self)["type"] ?? "string"
    return JSONSchema(["type": type, "enum": .array(literals)])
  }

  private static func allCases<Cases: CaseIterable>(of type: Cases.Type) -> [Any] {
    type.allCases.map { $0 }
  }
}

/// Names of definitions, with only the characters that OpenAPI allows in the name of a component.
enum SchemaName {
  /// Returns the name of a type without its module, such as `Inventory.Destination.State`. The name
  /// of a generic type ends with those of its arguments, such as `Page-Item`.
  static func of(_ type: Any.Type) -> String {
    // Not `String(reflecting:)`, which first searches the program for a way to describe the type. A
    // server makes the names of all types when it starts, so time counts here.
    let name = _typeName(type)
    if name.utf8.allSatisfy(isPlain), let module = name.utf8.firstIndex(of: UInt8(ascii: ".")) {
      return String(name[name.utf8.index(after: module)...])
    }
    // Swift identifies the context of a local type by an address.
    let whole = name.split(separator: "(unknown context at ")
      .enumerated().map { index, part in
        index == 0 ? String(part) : String(part.drop { $0 != ")" }.dropFirst(2))
      }.joined()
    let paths = whole.split { !isPart($0) }.map { path in
      let names = path.split(separator: ".")
      return (names.count > 1 ? names.dropFirst() : names[...]).joined(separator: ".")
    }
    return String(paths.filter { !$0.isEmpty }.joined(separator: "-").map(ascii))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private static func isPart(_ character: Character) -> Bool {
    character == "." || character == "_" || character.isLetter || character.isNumber
  }

  private static func ascii(_ character: Character) -> Character {
    character.isASCII ? character : "_"
  }
}
