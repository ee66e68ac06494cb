extension JSONSchema {
  /// The names of the definitions that the schema refers to.
  public var references: Set<String> {
    var names: Set<String> = []
    _ = mapReferences { name in
      names.insert(name)
      return Self.definitionPrefix + name
    }
    return names
  }

  /// Returns the same schema with changed references.
  ///
  /// - Parameter transform: Returns the whole reference to the definition with the given name.
  public func mapReferences(_ transform: (_ name: String) -> String) -> JSONSchema {
    var schema = self
    schema.literal = Self.mapReferences(in: literal, transform)
    return schema
  }

  private static func mapReferences(
    in literal: JSONLiteral, _ transform: (String) -> String
  ) -> JSONLiteral {
    switch literal {
    case .array(let elements): return .array(elements.map { mapReferences(in: $0, transform) })
    case .object(let members):
      return .object(
        members.map { member in
          // A property can be named `$ref` too; its value is an object.
          if member.name == "$ref", case .string(let reference) = member.value,
            reference.hasPrefix(definitionPrefix)
          {
            let name = String(reference.dropFirst(definitionPrefix.count))
            return JSONLiteral.Member("$ref", .string(transform(name)))
          }
          return JSONLiteral.Member(member.name, mapReferences(in: member.value, transform))
        })
    default: return literal
    }
  }
}
