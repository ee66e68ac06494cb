import Backstack
import BackstackCoding
import BackstackScreenText
import BackstackSessions
import Testing

@testable import BackstackAgents
@testable import BackstackDemo

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
      let name = try #require(tool["name"]?.text)
      // The protocol's usual values are left out: not only read, and destructive.
      let isReading = ["look", "history"].contains(name)
      #expect(tool["annotations"]?["readOnlyHint"] == (isReading ? true : nil))
      let isDestructive = ["press", "restore", "close"].contains(name) || name.hasSuffix("_send")
      #expect(tool["annotations"]?["destructiveHint"] == (isDestructive ? nil : false))
    }
  }

  @Test("The tools of a hundred features take at most 200 KB, and leave out the largest schemas")
  func many() async throws {
    let features = (0..<100).map { number in
      Feature("counters\(number)", initialState: Counters.State()) { Counters() }
    }
    let catalog = ToolCatalog(features)
    #expect(catalog.list.count <= 200_000)
    let sends = try JSONLiteral(decoding: catalog.list).elements
      .filter { $0["name"]?.text?.hasSuffix("_send") == true }
    let without = try #require(sends.first { $0["inputSchema"]?["$defs"] == nil })
    #expect(sends.contains { $0["inputSchema"]?["$defs"] != nil })
    let note = without["inputSchema"]?["properties"]?["action"]?["description"]?.text ?? ""
    let uri = try #require(note.split(separator: " ").first { $0.hasPrefix("backstack://") })
    let result = try await Agent(features).result("resources/read", ["uri": .string(String(uri))])
    #expect(
      result["contents"]?.elements.first?["text"]?.text?.contains("addCounterButtonTapped") == true)
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
