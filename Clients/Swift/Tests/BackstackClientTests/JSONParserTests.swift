import Foundation
import Testing

@testable import BackstackClient

@Suite("The parser of JSON")
struct JSONParserTests {
  private func decoded(_ content: Data) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: content)
  }

  @Test(
    "Texts have the values that JSONDecoder reads",
    arguments: [
      " null ", "true", "false", "0", "-0", "-1", "0.5", "-1.5E+3", "1.0", "-0.0", "1e-2", "1e18",
      "1e19", "1e30", "9007199254740993",
      "9223372036854775807", "9223372036854775808", "18446744073709551615",
      "18446744073709551616", "-9223372036854775809", "\"\"", #""a\"\\\/\b\f\n\r\tz""#,
      #""\u0000\u00e9\uD83D\uDE00\uffff""#, "\"é😀\u{7F}\"", "\"e\u{301}\"", "[]", "[ ]", "{}",
      "{ }",
      "[1,\n[2 , {\"a\" : [3]}]\t]\r", #"{"a":1,"\u0061b":{"":null}}"#,
    ])
  func values(_ text: String) throws {
    let content = Data(text.utf8)
    #expect(try JSONParser.value(content) == decoded(content))
    #expect(try decoded(JSONParser.value(content).content) == decoded(content))
  }

  @Test(
    "What is not JSON is refused, with its position",
    arguments: [
      ("", 0), (" ", 1), ("nul", 0), ("True", 0), ("01", 1), ("-", 1), ("+1", 0), (".5", 0),
      ("1.", 2), ("1e", 2), ("1e400", 0), ("NaN", 0), ("\"", 1), ("\"\n\"", 1), (#""\x""#, 2),
      (#""\u12g4""#, 5), (#""\uD83D""#, 7), (#""\uD83D\u0041""#, 13), (#""\uDE00""#, 7),
      ("[", 1), ("[1", 2), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("{", 1), ("{\"a\"}", 4),
      ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{1:2}", 1), ("{'a':1}", 1), ("[1]]", 3), ("1 2", 2),
      ("\u{FEFF}1", 0), ("// c\n1", 0),
    ])
  func mistakes(_ text: String, _ position: Int) {
    let content = Data(text.utf8)
    #expect(throws: JSONSyntaxError(position: position)) { try JSONParser.value(content) }
  }

  @Test("The last of members with the same name counts")
  func sameName() throws {
    #expect(try JSONParser.value(Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 2])
  }

  @Test("Values may be nested 512 deep")
  func depth() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSONParser.value(Data(deep.utf8))
    #expect(throws: JSONSyntaxError(position: 512)) {
      try JSONParser.value(Data("[\(deep)]".utf8))
    }
    let endless = String(repeating: #"{"a":["#, count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONParser.value(Data(endless.utf8)) }
  }

  @Test("Every part of a text is refused, and no byte of it can make the parser fail")
  func damage() throws {
    let text = #"{"a":[1,-2.5e3,"\u00e9\n",true,null],"b":{"c":{}}}"#
    let content = Data(text.utf8)
    for end in 0..<content.count {
      #expect(throws: JSONSyntaxError.self) { try JSONParser.value(content[..<end]) }
    }
    for index in content.indices {
      for byte in UInt8(0)..<128 {
        var damaged = content
        damaged[index] = byte
        let value = try? JSONParser.value(damaged)
        #expect((value == nil) == (decoded(damaged) == nil), "\(byte) at \(index)")
      }
    }
  }
}
