import BackstackCoding
import Testing

@testable import BackstackDemo
@testable import BackstackService

@Suite("The components of the contract")
struct ComponentSchemasTests {
  /// Returns the components that one schema makes, of which some others have their names already.
  private static func components(
    _ schema: JSONLiteral, beside others: JSONLiteral = [:]
  ) -> JSONLiteral {
    let own: JSONLiteral = ["Light": schema]
    var schemas = ComponentSchemas(reserving: [own, others])
    schemas.add(own)
    schemas.add(others)
    return schemas.literal
  }

  private static func names(_ schemas: JSONLiteral) -> [String] {
    guard case .object(let members) = schemas else { return [] }
    return members.map(\.name)
  }

  private static func enumeration(_ cases: KeyValuePairs<String, JSONLiteral>) -> JSONLiteral {
    [
      "oneOf": .array(
        cases.map { name, payload in
          [
            "type": "object", "properties": .object([JSONLiteral.Member(name, payload)]),
            "required": [.string(name)],
          ]
        })
    ]
  }

  private static let colours: JSONLiteral = ["type": "string", "enum": ["green", "red"]]

  private static func reference(_ name: String) -> JSONLiteral {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  @Test("Cases and their payloads are components, with titles and in place of references")
  func cases() {
    var light = Self.enumeration(["off": ["type": "object"], "on": ["type": "integer"]])
    light["description"] = "A light."
    #expect(
      Self.components(light) == [
        "Light": [
          "oneOf": [Self.reference("Light.off"), Self.reference("Light.on")],
          "description": "A light.",
        ],
        "Light.off": [
          "title": "Light.off", "type": "object",
          "properties": ["off": Self.reference("NoPayload")], "required": ["off"],
        ],
        "Light.on": [
          "title": "Light.on", "type": "object",
          "properties": ["on": ["type": "integer"]], "required": ["on"],
        ],
      ])
    let labelled: JSONLiteral = ["type": "object", "properties": ["by": ["type": "integer"]]]
    #expect(
      Self.components(Self.enumeration(["dimmed": labelled])) == [
        "Light": ["oneOf": [Self.reference("Light.dimmed")]],
        "Light.dimmed": [
          "title": "Light.dimmed", "type": "object",
          "properties": ["dimmed": Self.reference("Light.dimmed.Payload")],
          "required": ["dimmed"],
        ],
        "Light.dimmed.Payload": [
          "title": "Light.dimmed.Payload", "type": "object",
          "properties": ["by": ["type": "integer"]],
        ],
      ])
  }

  @Test("The names of cases without payload are one component")
  func namesAlone() {
    let names: JSONLiteral = ["type": "string", "enum": ["off", "on"]]
    #expect(
      Self.components(["oneOf": [names]]) == [
        "Light": ["oneOf": [Self.reference("Light.CaseName")]],
        "Light.CaseName": ["title": "Light.CaseName", "type": "string", "enum": ["off", "on"]],
      ])
  }

  @Test("What is inside of members, elements and cases has the path to it as its name")
  func paths() {
    let one = Self.enumeration(["a": ["type": "integer"]])
    let object: JSONLiteral = ["type": "object", "properties": ["colour": Self.colours]]
    let schema: JSONLiteral = [
      "type": "object",
      "properties": [
        "lamps": ["type": "array", "items": ["anyOf": [object, ["type": "integer"]]]],
        "rooms": ["type": "object", "additionalProperties": object],
        "other": ["anyOf": [one, ["type": "null"]]],
        "case": Self.enumeration(["x": Self.enumeration(["y": Self.colours])]),
      ],
    ]
    #expect(
      Self.names(Self.components(schema)) == [
        "Light", "Light.lamps.Item", "Light.lamps.Item.colour", "Light.rooms.Value",
        "Light.rooms.Value.colour", "Light.other.a", "Light.case.x", "Light.case.x.y",
        "Light.case.x.y.Payload",
      ])
  }

  @Test("What can't have a name, or has one, stays where it is")
  func others() {
    let object: JSONLiteral = ["type": "object", "properties": ["a": ["type": "integer"]]]
    let schema: JSONLiteral = [
      "oneOf": [["type": "integer"], Self.reference("Shade"), ["type": "object"]],
      "allOf": [Self.reference("Shade"), object],
      "not": object,
    ]
    #expect(Self.components(schema) == ["Light": schema])
  }

  @Test("No two components have names that generators may take for the same")
  func collisions() {
    let null: JSONLiteral = ["type": "null"]
    let schema = Self.enumeration(["on": null, "ON": null, "ön": null, "øn": null, "dim": null])
    let names = Self.names(
      Self.components(schema, beside: ["Light.on": [:], "LightDim": [:], "Light.on2": [:]]))
    #expect(
      names == [
        "Light", "Light.on3", "Light.ON4", "Light._n", "Light._n2", "Light.dim2", "Light.on",
        "LightDim", "Light.on2",
      ])
  }

  @Test("No schema is a boolean; values, and what an object may have besides, can be one")
  func booleans() {
    let schema: JSONLiteral = [
      "properties": ["any": true, "none": false, "not": true, "const": ["const": false]],
      "additionalProperties": false, "items": false, "not": true, "default": true,
      "allOf": [true], "enum": [true, ["not": true]],
    ]
    #expect(
      Self.components(schema) == [
        "Light": [
          "properties": [
            "any": [:], "none": ["not": [:]], "not": [:], "const": ["const": false],
          ],
          "additionalProperties": false, "items": ["not": [:]], "not": [:], "default": true,
          "allOf": [[:]], "enum": [true, ["not": true]],
        ]
      ])
  }

  @Test("Each feature has a snapshot and a creation, with names that its own types don't have")
  func features() throws {
    let document = SessionService(
      features: demoFeatures, configuration: ServiceConfiguration()
    ).openAPI.yaml
    for feature in demoFeatures {
      #expect(document.contains("\n    \(feature.name).Snapshot:\n"))
      #expect(document.contains("\n    \(feature.name).SessionCreation:\n"))
    }
    #expect(document.contains("\n    counters.Counter.Action.incrementButtonTapped:\n"))
    var schemas = ComponentSchemas(reserving: [["counters.Snapshot": [:]]])
    #expect(schemas.reserve(like: "counters.Snapshot") == "counters.Snapshot2")
  }
}
