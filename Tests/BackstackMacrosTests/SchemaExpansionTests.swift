import Testing

struct SchemaExpansionTests {
  @Test("A struct's schema is an object of the properties that the compiler codes")
  func structIsAnObject() {
    let expansion = Expansion(
      #"""
      /// Someone "who"
      /// signed.
      @SchemaRepresentable
      public struct Guest: Codable {
        /// What they are called.
        let name: String
        /**
         * Years,
         * in full.
         */
        var age: Int?, size = 1
        @Presents var sheet: Sheet?
        @Wrapped var wrapped: Int
        let version = 1
        static let limit = 3
        var shout: String { name.uppercased() }
        var watched: Bool { didSet { } }
        var hidden: Secret

        private enum CodingKeys: String, CodingKey {
          case name = "full-name", age, size, sheet, wrapped, version, watched
        }
      }
      """#,
      macros: ["SchemaRepresentable"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.contains(
        #"""
          public nonisolated static func jsonSchema(in builder: BackstackCoding.SchemaBuilder) -> BackstackCoding.JSONSchema {
            builder.define(Self.self, description: "Someone \"who\" signed.") {
              let object = BackstackCoding.ObjectSchema(builder)
              object.add("full-name", (String).self, description: "What they are called.")
              object.add("age", (Int?).self, description: "Years, in full.")
              object.add("size", \Self.size, default: 1, description: "Years, in full.")
              object.add(presentation: "sheet", (Sheet?).self)
              object.add(unknown: "wrapped")
              object.add(unknown: "version")
              object.add("watched", (Bool).self)
              return object.schema
            }
          }
        }

        extension Guest: nonisolated BackstackCoding.SchemaRepresentable {
        }
        """#), "\(expansion.source)")
  }

  @Test("An initial value is the default value of a stored property that can be missing")
  func initialValuesAreDefaults() {
    func additions(_ properties: String, _ attribute: String = "") -> [String] {
      Expansion(
        "\(attribute) @SchemaRepresentable struct A: Codable { \(properties) }",
        macros: ["SchemaRepresentable"]
      ).source.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("object.add") }.map(String.init)
    }
    #expect(
      additions("var a = 3; var b: Double = Self.b0 + 1; var c: C = .one(\"x\"), d = [D()]") == [
        #"object.add("a", \Self.a, default: 3)"#,
        #"object.add("b", (Double).self, default: Self.b0 + 1)"#,
        #"object.add("c", (C).self, default: .one("x"))"#,
        #"object.add("d", \Self.d, default: [D()])"#,
      ])
    // A missing optional is nil, and a constant or wrapped property isn't decoded as its type.
    #expect(
      additions("var a: Int? = 1; var b: Optional<Int> = 1; let c = 1; @Wrapped var d = 1") == [
        #"object.add("a", (Int?).self)"#, #"object.add("b", (Optional<Int>).self)"#,
        #"object.add(unknown: "c")"#, #"object.add(unknown: "d")"#,
      ])
    // The generated code has these names, and is not isolated to an actor.
    #expect(
      additions("var a = object.count; var b = make(builder)") == [
        #"object.add("a", \Self.a)"#, #"object.add("b", \Self.b)"#,
      ])
    #expect(additions("var a = 3", "@MainActor") == [#"object.add("a", \Self.a)"#])
  }

  @Test("An enum's schema has its raw values, or its payloads as the compiler codes them")
  func enumHasItsRawValues() {
    let raw = Expansion(
      #"""
      @SchemaRepresentable
      enum Level: String, Codable { case low, `default` }
      """#)
    #expect(raw.diagnostics == [])
    #expect(
      raw.source.contains(
        #"""
            builder.define(Self.self) {
              var rawValues: [RawValue] = []
              rawValues.append(Self.low.rawValue)
              rawValues.append(Self.`default`.rawValue)
              return builder.rawValueSchema(of: rawValues)
            }
        """#), "\(raw.source)")
    let plain = Expansion(
      #"""
      @SchemaRepresentable
      enum Shape: Codable { case dot, line(Int, to: Int = 1) }
      """#)
    #expect(
      plain.source.contains(
        #"""
              let cases = BackstackCoding.CasesSchema(builder, form: .plain)
              cases.add("dot")
              cases.add("line") { fields in
                fields.add("_0", (Int).self)
                fields.add(withDefault: "to", (Int)?.self)
              }
              return cases.schema
        """#), "\(plain.source)")
  }

  @Test(
    "SchemaRepresentable refuses a type whose coding it can't determine",
    arguments: [
      "struct A: Codable { init(from decoder: any Decoder) throws {} }",
      "struct A: Codable { func encode(to encoder: any Encoder) throws {} }",
      "struct A: Codable { lazy var a = 1 }",
      "struct A: Codable { let (a, b): (Int, Int) }",
      "struct A: Codable { typealias CodingKeys = Keys }",
      "enum A: Codable { case a(Int); enum ACodingKeys: CodingKey { case _0 } }",
    ])
  func codingThatCantBeTold(_ declaration: String) {
    let expansion = Expansion("@SchemaRepresentable\n" + declaration)
    #expect(
      expansion.diagnostics == [
        "1:1: @SchemaRepresentable can't determine how this type is coded: write 'jsonSchema(in:)' yourself"
      ])
    #expect(!expansion.source.contains("jsonSchema"))
  }

  @Test("A feature's State gets a schema if the compiler codes it") func featuresStateGetsASchema()
  {
    func states(_ state: String) -> String {
      Expansion("@Reducer struct Feature {\n\(state)\n}").source
    }
    #expect(
      states("struct State: Codable { var a: Int }").contains(#"object.add("a", (Int).self)"#))
    #expect(
      states("@ObservableState struct State: Codable { var a: Int }")
        .contains(#"object.add("a", (Int).self)"#))
    #expect(!states("struct State { var a: Int }").contains("ObjectSchema"))
    #expect(
      !states("struct State: Codable { init(from decoder: any Decoder) throws {} }")
        .contains("ObjectSchema"))
    #expect(
      !states(
        "struct State: Codable { static func jsonSchema(in b: SchemaBuilder) -> JSONSchema {} }"
      )
      .contains("ObjectSchema"))
  }
}
