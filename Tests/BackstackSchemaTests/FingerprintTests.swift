import BackstackCoding
import Testing

@Suite("Schema fingerprints")
struct FingerprintTests {
  @Test("Type names, comments and the order of properties don't change a fingerprint")
  func same() {
    #expect(SchemaFingerprint(of: Person.self) == SchemaFingerprint(of: Human.self))
    #expect(SchemaFingerprint(of: Bush.self) == SchemaFingerprint(of: Plant.self))
    #expect(SchemaFingerprint(of: Person.self).description.utf8.count == 16)
    #expect(SchemaFingerprint(of: Person.self) == SchemaFingerprint(of: Person.self))
  }

  @Test("Differences in the JSON change a fingerprint, at any depth")
  func different() {
    let shapes: [Any.Type] = [
      Person.self, Renamed.self, Optional.self, Retyped.self, Nested.self, NestedMore.self,
      Bush.self,
      Described.self, Int.self, String.self,
    ]
    #expect(Set(shapes.map { SchemaFingerprint(of: $0) }).count == shapes.count)
  }
}

/// A person.
@SchemaRepresentable
private struct Person: Codable {
  /// What people call it.
  var name: String
  var age: Int
}

@SchemaRepresentable
private struct Human: Codable {
  var age: Int
  var name: String
}

@SchemaRepresentable
private struct Renamed: Codable {
  var title: String
  var age: Int
}

@SchemaRepresentable
private struct Optional: Codable {
  var name: String
  var age: Int?
}

@SchemaRepresentable
private struct Retyped: Codable {
  var name: String
  var age: String
}

@SchemaRepresentable
private struct Described: Codable {
  var name: String
  var age: Int
  var description: String
}

@SchemaRepresentable
private struct Nested: Codable {
  var person: Person
}

@SchemaRepresentable
private struct NestedMore: Codable {
  var person: Renamed
}

@SchemaRepresentable
private struct Bush: Codable {
  var branches: [Bush]
}

@SchemaRepresentable
private struct Plant: Codable {
  var branches: [Plant]
}
