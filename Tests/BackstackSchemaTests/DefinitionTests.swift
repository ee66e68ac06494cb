import Backstack
import BackstackCoding
import Testing

@Suite("Schema definitions")
struct DefinitionTests {
  private func definitions(
    _ type: Any.Type, _ audience: SchemaAudience = .sender
  ) -> SchemaDefinitions {
    SchemaDefinitions(SchemaBuilder(audience: audience, roots: ["Root": type]))
  }

  @Test("Comments become descriptions, and keys are those of the coding")
  func guest() {
    #expect(
      definitions(Guest.self)["Root"]?.literal.json == """
        {"type":"object","properties":{\
        "full-name":{"type":"string","description":"What they \\"wrote\\"."},\
        "languages":{"type":"array","items":{"type":"string"},"description":"Once each."},\
        "age":{"anyOf":[{"type":"integer","minimum":\(Int.min),"maximum":\(Int.max)},\
        {"type":"null"}]},\
        "visits":{"type":"integer","minimum":\(Int.min),"maximum":\(Int.max)},\
        "first":{"type":"string"},"last/name":{"type":"string"}},\
        "required":["full-name","languages","visits","first","last/name"],\
        "description":"Someone who signed.\\n\\nA second `Paragraph`."}
        """)
  }

  @Test("Cases become alternatives; the sender's schema has no server-only cases")
  func wire() {
    let sent = definitions(Wire.self)["Root"]?.literal.json ?? ""
    #expect(
      sent.hasPrefix(
        """
        {"oneOf":[{"type":"string","enum":["close"]},{"type":"object","properties":\
        {"close":{"type":"object"}},"required":["close"],"additionalProperties":false,\
        "description":"Nothing more."},
        """), "\(sent)")
    #expect(sent.contains(##""inner":{"$ref":"#/$defs/Root"}"##))
    #expect(!sent.contains("loaded") && !sent.contains("never"))
    #expect(definitions(Wire.self, .reader)["Root"]?.literal.json.contains("loaded") == true)
  }

  @Test("The schemas of recursive screens refer to themselves")
  func recursion() {
    let all = definitions(Folder.State.self)
    #expect(
      all.all.map(\.name)
        == [
          "Root", "Level", "Folder.Screen.State", "Folder.Destination.State",
          "AlertState-Folder.Alert", "ButtonState-Folder.Alert", "Folder.Alert",
          "ConfirmationDialogState-Folder.Alert", "Guest",
        ].filter { all[$0] != nil })
    #expect(all["Folder.Screen.State"]?.references == ["Root"])
    #expect(all["Folder.Screen.State"]?.literal.json.contains("Another folder.") == true)
    #expect(all == definitions(Folder.State.self))
  }

  @Test("Schema names are unique, without modules, and made of characters that OpenAPI allows")
  func names() {
    /// A local type, to which a macro can't be applied.
    struct Local: SchemaRepresentable {
      static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
        builder.define(Self.self) { JSONSchema(["const": 1]) }
      }
    }
    func another() -> Any.Type {
      struct Local: SchemaRepresentable {
        static func jsonSchema(in builder: SchemaBuilder) -> JSONSchema {
          builder.define(Self.self) { JSONSchema(["const": 2]) }
        }
      }
      return Local.self
    }
    let builder = SchemaBuilder(audience: .sender)
    #expect(builder.schema(of: Page<Row>.self) == .reference(to: "Page-Row"))
    #expect(
      builder.schema(of: Page<[Int: String]>.self) == .reference(to: "Page-Dictionary-Int-String"))
    #expect(builder.schema(of: Page<Page<Row>>.self) == .reference(to: "Page-Page-Row"))
    #expect(builder.schema(of: Row.self) == .reference(to: "Row"))
    #expect(builder.schema(of: Row.self) == .reference(to: "Row"))
    #expect(builder.schema(of: Local.self).literal.json.hasSuffix(#"Local"}"#))
    #expect(builder.schema(of: another()).literal.json.hasSuffix(#"Local2"}"#))
    #expect(Set(builder.definitions.map(\.name)).count == builder.definitions.count)
  }

  @Test("Merged definitions for two audiences share equal schemas and rename different ones")
  func audiences() {
    func page(_ name: String, _ other: String) -> JSONSchema {
      JSONSchema(["title": .string(name), "items": JSONSchema.reference(to: other).literal])
    }
    func definitions(_ schemas: KeyValuePairs<String, JSONSchema>) -> SchemaDefinitions {
      var definitions = SchemaDefinitions(SchemaBuilder(audience: .reader))
      for (name, schema) in schemas { definitions.define(name, schema) }
      return definitions
    }
    var all = definitions(["A": page("a", "B"), "B": page("b", "C"), "C": .any, "D": .any])
    all.add(
      definitions([
        "N": page("n", "N"), "A": page("a", "B"), "B": page("b", "C"), "C": .nothing, "D": .any,
        "C.Sent": .any,
      ])
    ) { $0 + ".Sent" }
    #expect(
      all
        == definitions([
          "A": page("a", "B"), "B": page("b", "C"), "C": .any, "D": .any, "N": page("n", "N"),
          "A.Sent": page("a", "B.Sent"), "B.Sent": page("b", "C.Sent2"), "C.Sent2": .nothing,
          "C.Sent": .any,
        ]))
  }

  @Test("Types without a schema, and those with handwritten coding, accept any value")
  func unknown() {
    let builder = SchemaBuilder(audience: .sender)
    #expect(builder.schema(of: Plain.self) == .any)
    #expect(builder.schema(of: Plain?.self) == .any)
    #expect(builder.schema(of: [Plain].self).literal.json == #"{"type":"array"}"#)
    #expect(builder.schema(of: Handmade.self) == .any)
  }
}

/// An enum with handwritten coding.
@CasePathable
enum Handmade: Codable {
  case one
  init(from decoder: any Decoder) throws { self = .one }
  func encode(to encoder: any Encoder) throws {}
}
