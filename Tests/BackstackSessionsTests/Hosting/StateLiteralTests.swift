import BackstackCoding
import BackstackSessions
import Testing

@Suite("States in their wire form")
struct StateLiteralTests {
  @Test("A migration changes each element of an array, also of one within another")
  func update() throws {
    var json: JSONLiteral = [
      "orders": [
        ["dish": "soup", "extras": [["name": "bread"]]], ["dish": "cake", "extras": []],
      ],
      "table": ["number": 3],
    ]
    json.update("orders") { order in
      order.rename("dish", to: "meal")
      order.update("extras") { $0.rename("name", to: "title") }
    }
    json.update("table") { $0.rename("number", to: "seat") }
    json.update("unknown") { $0 = 1 }
    #expect(
      json == [
        "orders": [
          ["meal": "soup", "extras": [["title": "bread"]]], ["meal": "cake", "extras": []],
        ],
        "table": ["seat": 3],
      ])
    #expect(throws: JSONLiteral.NotAStack.self) {
      try json.update("orders") { try $0.updateStack { _ in } }
    }
  }
}
