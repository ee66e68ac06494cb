import BackstackCoding

/// The names of a feature's types in another language: letters and digits, each name once.
struct ClientTypeNames {
  private var taken: Set<String>
  private var names: [String: String] = [:]

  /// Names the types of definitions.
  ///
  /// - Parameter reserved: Names that no type may have.
  init(_ definitions: [SchemaDefinitions.Definition], reserved: [String]) {
    taken = Set(reserved)
    for definition in definitions { names[definition.name] = reserve(like: definition.name) }
  }

  /// The name of a definition's type; `nil` if there is no such definition.
  subscript(definition: String) -> String? { names[definition] }

  /// Returns the name for a further type, with a number after it if another type has it already.
  mutating func reserve(like name: String) -> String {
    let name = Self.typeName(name)
    var free = name
    var number = 2
    while !taken.insert(free).inserted {
      free = "\(name)\(number)"
      number += 1
    }
    return free
  }

  /// Returns the letters and digits of a name; each part begins with a capital letter.
  static func typeName(_ name: String) -> String {
    let parts = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isLetter == true ? joined : "T" + joined
  }
}

extension JSONLiteral {
  /// The elements, if this is an array.
  var elements: [JSONLiteral]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text, if this is a string.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The description of a schema's values for people.
  var schemaDescription: String? {
    self["description"]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The name of the definition that a schema refers to.
  var referencedDefinition: String? {
    self["$ref"]?.text.map { String($0.dropFirst(JSONSchema.definitionPrefix.count)) }
  }

  /// Whether a schema is the names of cases that others of the alternatives are as objects.
  func isNamesAlone(among others: [JSONLiteral]) -> Bool {
    guard let names = self["enum"]?.elements else { return false }
    return names.allSatisfy { name in others.contains { $0["required"] == [name] } }
  }
}
