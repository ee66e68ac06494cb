import Foundation
import Testing

@testable import BackstackClient

@Suite("JSON")
struct JSONValueTests {
  @Test(
    "Values are the same after encoding",
    arguments: [
      "null", "true", "0", "-9223372036854775808", "9223372036854775807", "18446744073709551615",
      "0.1", "-1.5e-07", "\"\\u0000é😀\\/\"", "[]", "{}", "[1,[null,{\"a\":[false]}]]",
    ])
  func coding(_ text: String) throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    let encoded = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: encoded) == value)
    let digits = "-0123456789"
    if text.allSatisfy(digits.contains) {
      #expect(String(decoding: encoded, as: UTF8.self) == text)
    }
  }

  @Test("Kinds are not confused")
  func kinds() throws {
    let text = #"[1, 1.5, true, "1", null, 1e400]"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
    let values = try JSONDecoder().decode(
      JSONValue.self, from: Data(#"[1, 1.5, true, "1", null]"#.utf8))
    #expect(values == [1, 1.5, true, "1", .null])
    #expect(values[0]?.integerValue == 1)
    #expect(values[2]?.integerValue == nil)
    #expect(values[5] == nil)
    #expect(values["1"] == nil)
  }

  @Test("Dates are those of the service")
  func dates() throws {
    struct Value: Codable, Equatable { var date: Date }
    let value = Value(date: Date(timeIntervalSince1970: 1_763_640_000))
    let json: JSONValue = ["date": "2025-11-20T12:00:00Z"]
    #expect(try WireCoding.decode(Value.self, from: json) == value)
    let content = try WireCoding.content(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: content) == json)
  }

  @Test("The date of a response is read")
  func fields() {
    let date = Date(timeIntervalSince1970: 1_763_640_000)
    #expect(WireDate.field("Thu, 20 Nov 2025 12:00:00 GMT") == date)
    for text in [
      "", "Thu, 20 Nom 2025 12:00:00 GMT", "Thursday, 20-Nov-25 12:00:00 GMT", "1 2 3 4 5 6",
    ] {
      #expect(WireDate.field(text) == nil, "\(text)")
    }
  }

  @Test("Actions of stacks and presentations have the service's form")
  func actions() {
    #expect(JSONValue.element(3, "tap") == ["element": ["id": 3, "action": "tap"]])
    #expect(JSONValue.presented("tap") == ["presented": "tap"])
    #expect(JSONValue.dismiss == "dismiss")
    let pop: JSONValue = ["popFrom": ["id": 3]]
    #expect(JSONValue.action(.pop(3), at: "/a/b~1c") == ["a": ["b/c": pop]])
  }
}
