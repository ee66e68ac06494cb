/// What the wire form of a type comes down to in sixteen hexadecimal digits: types with the same form
/// have the same fingerprint, whatever they, and those that they are made of, are called.
///
/// Descriptions don't count, nor does the order of properties. A type without a schema counts as any
/// value: what changes in it is not noticed.
public struct SchemaFingerprint: Sendable, Hashable, CustomStringConvertible {
  /// The digits, in lower case.
  public let description: String

  /// The fingerprint of a type as it is encoded.
  ///
  /// - Complexity: O(*n*) in the size of the schema.
  public init(of type: Any.Type) {
    let root = "State"
    let definitions = SchemaDefinitions(SchemaBuilder(audience: .reader, roots: [root: type]))
    var form = CanonicalForm(definitions: definitions)
    form.write(.reference(to: root))
    self.init(hashing: form.text)
  }

  /// FNV-1a of 64 bits: it has to tell apart what people write, not to withstand them.
  private init(hashing text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    description = String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A schema as a text in which definitions are known by the order in which they are first met.
private struct CanonicalForm {
  let definitions: SchemaDefinitions
  private(set) var text = ""
  private var numbers: [String: Int] = [:]

  init(definitions: SchemaDefinitions) { self.definitions = definitions }

  mutating func write(_ schema: JSONSchema) { write(schema.literal) }

  private mutating func write(_ literal: JSONLiteral) {
    switch literal {
    case .array(let elements):
      text += "["
      for element in elements {
        write(element)
        text += ","
      }
      text += "]"
    case .object(let members): write(members)
    default: text += literal.json
    }
  }

  private mutating func write(_ members: [JSONLiteral.Member]) {
    text += "{"
    for member in members.sorted(by: { $0.name < $1.name }) {
      // A property of such a name has an object as its schema.
      if member.name == "description", case .string = member.value { continue }
      text += "\(member.name):"
      switch (member.name, member.value) {
      case ("$ref", .string(let reference)): writeReference(reference)
      case ("required", .array(let names)): text += names.map(\.json).sorted().joined()
      default: write(member.value)
      }
      text += ","
    }
    text += "}"
  }

  /// Writes what is referred to where that happens first.
  private mutating func writeReference(_ reference: String) {
    let name = String(reference.dropFirst(JSONSchema.definitionPrefix.count))
    if let number = numbers[name] {
      text += "\(number)"
      return
    }
    numbers[name] = numbers.count
    text += "\(numbers.count - 1)="
    write(definitions[name] ?? .any)
  }
}
