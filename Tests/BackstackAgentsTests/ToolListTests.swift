import Backstack
import BackstackCoding
import BackstackDemo
import BackstackScreenText
import BackstackSessions
import Testing

@testable import BackstackAgents

@Suite("The list of tools")
struct ToolListTests {
  private func tools(_ features: [Feature] = demoFeatures) throws -> [JSONLiteral] {
    try JSONLiteral(decoding: ToolCatalog(features).list).elements
  }

  @Test("Each feature has two tools, and all have seven")
  func names() throws {
    let names = try tools().compactMap { $0["name"]?.text }
    #expect(names.count == 2 * demoFeatures.count + 7)
    #expect(names.contains("standups_open") && names.contains("standups_send"))
    #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_.\-]{1,128}/) != nil })
  }

  @Test("The schema of a tool is an object, with alternatives only inside")
  func roots() throws {
    for tool in try tools() {
      let schema = try #require(tool["inputSchema"])
      #expect(schema["type"] == "object")
      #expect(schema["oneOf"] == nil && schema["anyOf"] == nil && schema["$ref"] == nil)
      #expect(schema.json.utf8.count <= ToolSchema.maximumBytes)
      for name in schema["required"]?.elements ?? [] {
        #expect(schema["properties"]?[name.text ?? ""] != nil)
      }
    }
  }

  @Test("References in a schema lead to definitions that are there")
  func references() throws {
    for tool in try tools() {
      let schema = try #require(tool["inputSchema"])
      let names = Set(schema["$defs"]?.members.map(\.name) ?? [])
      let references = schema.json.matches(of: /"\$ref":"#\/\$defs\/([^"]+)"/).map { String($0.1) }
      #expect(Set(references).isSubset(of: names))
    }
  }

  @Test("The documentation of actions and their cases is in the schema")
  func documentation() throws {
    let send = try #require(try tools().first { $0["name"] == "inventory_send" })
    #expect(send.json.contains("The availability of an item."))
  }

  @Test("What a tool does to a session is said in advance")
  func annotations() throws {
    for tool in try tools() {
      let isReading = ["look", "history"].contains(tool["name"]?.text)
      #expect(tool["annotations"]?["readOnlyHint"] == .bool(isReading))
    }
    let close = try #require(try tools().first { $0["name"] == "close" })
    #expect(close["annotations"]?["destructiveHint"] == true)
  }

  @Test("A schema is made small without what agents need")
  func compact() throws {
    let schema: JSONLiteral = [
      "oneOf": [
        ["type": "string", "enum": ["done"]],
        [
          "type": "object", "properties": ["done": ["type": "object"]], "required": ["done"],
          "additionalProperties": false, "description": "Ends it.",
        ],
        [
          "type": "object",
          "properties": ["pick": ["type": "object", "properties": ["oneOf": ["type": "integer"]]]],
          "required": ["pick"], "additionalProperties": false,
        ],
      ]
    ]
    #expect(
      ToolSchema.compact(schema) == [
        "oneOf": [
          ["type": "string", "enum": ["done"], "description": "done: Ends it."],
          [
            "type": "object",
            "properties": [
              "pick": ["type": "object", "properties": ["oneOf": ["type": "integer"]]]
            ],
            "required": ["pick"],
          ],
        ]
      ])
  }

  @Test("A schema that is too large is left out")
  func large() {
    let long = String(repeating: "x", count: ToolSchema.maximumBytes)
    let contract: JSONLiteral = ["$defs": ["Action": ["description": .string(long)]]]
    #expect(ToolSchema.definitions(of: contract) == nil)
  }
}
