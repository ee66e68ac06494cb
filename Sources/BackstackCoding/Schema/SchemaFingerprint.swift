/// A hash of the wire form of a type, in sixteen hexadecimal digits. Types with the same form have
/// the same fingerprint, regardless of their names and those of the types they are made of.
///
/// Descriptions, bounds and the order of properties don't count. A type without a schema counts as
/// any value, so its changes are not noticed.
public struct SchemaFingerprint: Sendable, Hashable, CustomStringConvertible {
  /// The digits, in lower case.
  public let description: String

  /// Creates the fingerprint of a type as it is encoded.
  ///
  /// - Complexity: O(*n*) in the size of the schema.
  public init(of type: Any.Type) {
    let root = "State"
    let definitions = SchemaDefinitions(SchemaBuilder(audience: .reader, roots: [root: type]))
    self.init(of: .reference(to: root), in: definitions)
  }

  /// Creates the fingerprint of the types with a schema.
  init(of schema: JSONSchema, in definitions: SchemaDefinitions) {
    self.init(hashing: CanonicalForm.text(of: schema, in: definitions))
  }

  /// Creates a fingerprint from its digits, or a fingerprint that no type has from another text.
  package init(digits: String) { description = digits }

  /// Whether the description is sixteen hexadecimal digits in lower case.
  package var isWellFormed: Bool {
    description.utf8.count == 16
      && description.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Creates the FNV-1a hash of 64 bits: it has to distinguish schemas, not to withstand attacks.
  private init(hashing text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    description = String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The text of a schema in which definitions are numbered in the order of their first reference.
struct CanonicalForm {
  private let definitions: SchemaDefinitions
  private(set) var text = ""
  private var numbers: [String: Int] = [:]

  private init(definitions: SchemaDefinitions) { self.definitions = definitions }

  /// Returns the canonical text of a schema.
  static func text(of schema: JSONSchema, in definitions: SchemaDefinitions) -> String {
    var form = Self(definitions: definitions)
    form.writeSchema(schema.literal)
    return form.text
  }

  /// The keywords that determine the form of a document, in the order of the text, and the kinds of
  /// their values (JSON Schema 2020-12).
  static let keywords: [(name: String, value: Value)] = [
    ("$ref", .reference), ("additionalProperties", .schema), ("allOf", .schemas),
    ("anyOf", .schemas), ("const", .json), ("enum", .json), ("format", .json), ("items", .schema),
    ("oneOf", .schemas), ("prefixItems", .schemas), ("properties", .namedSchemas),
    ("propertyNames", .schema), ("required", .names), ("type", .json),
  ]

  enum Value { case schema, schemas, namedSchemas, reference, names, json }

  private mutating func writeSchema(_ schema: JSONLiteral) {
    guard case .object = schema else {
      text += schema.json
      return
    }
    text += "{"
    for (name, kind) in Self.keywords {
      guard let value = schema[name] else { continue }
      text += "\(name):"
      write(value, kind)
      text += ","
    }
    text += "}"
  }

  private mutating func write(_ value: JSONLiteral, _ kind: Value) {
    switch (kind, value) {
    case (.schema, _): writeSchema(value)
    case (.schemas, .array(let schemas)):
      for schema in schemas {
        writeSchema(schema)
        text += ","
      }
    case (.namedSchemas, .object(let members)):
      for member in members.sorted(by: { $0.name < $1.name }) {
        text += "\(JSONLiteral.string(member.name).json):"
        writeSchema(member.value)
      }
    case (.reference, .string(let reference)): writeReference(reference)
    case (.names, .array(let names)): text += names.map(\.json).sorted().joined()
    default: text += value.json
    }
  }

  /// Writes a reference, with the definition where it is first referenced.
  private mutating func writeReference(_ reference: String) {
    let name = String(reference.dropFirst(JSONSchema.definitionPrefix.count))
    if let number = numbers[name] {
      text += "\(number)"
      return
    }
    numbers[name] = numbers.count
    text += "\(numbers.count - 1)="
    writeSchema((definitions[name] ?? .any).literal)
  }
}
