import BackstackCoding
import Foundation
import Testing

@Suite("Syntax")
struct SyntaxTests {
  /// Documents that are valid in RFC 8259.
  static let valid: [String] = [
    "0", "-0", "1", "-1", "0.5", "-0.5e-10", "1e5", "1E+5", "1e-5",
    "123456789012345678901234567890",
    "\"\"", "\"a\"", "true", "false", "null", "[]", "{}", " [ ] ", "\t\n\r {} \n", "[1,2,3]",
    "[ 1 , 2 ]", #"{"a":1}"#, #"{ "a" : [ { } ] , "b" : null }"#, #"{"":0}"#, "[[],[[]],{}]",
    #""\u0000""#, #""\"\\\/\b\f\n\r\t""#, #""\uD834\uDd1e""#, "\"\u{7F}\"", "\"\u{2028}\"",
    "[0.1e1]",
    "[\"é\u{10FFFF}\"]", #"{"a":{"a":{"a":[]}}}"#, "1.0", "[-0.0]", "[123.456e78]",
  ]

  /// Documents that are invalid in RFC 8259.
  static let invalid: [String] = [
    "", " ", "\n", "[", "]", "{", "}", "[1", "[1,", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1}",
    "{1:2}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{,}", "{\"a\" 1}",
    "{\"a\"::1}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{\"a\":1]", "[] []", "1 2", "nulll",
    "nul",
    "tru", "True", "NaN", "Infinity", "-Infinity", "nan", "01", "-01", "00", "1.", ".5", "-.5", "-",
    "+1", "1e", "1e+", "1.e5", "1.5.2", "0x10", "1_000", "1a", "--1", "- 1", "0e", "[-]", "[1.]",
    "\"", "\"a", "\"\\\"", "\"\\", "\"\\x\"", "\"\\u\"", "\"\\u12\"", "\"\\u12G4\"", "\"\n\"",
    "\"\t\"",
    "\"\u{0}\"", "\"\u{1F}\"", "'a'", #""\uD800""#, #""\uDC00""#, #""\uD800\uD800""#, #""\uD800a""#,
    #""\uD800\n""#, #""\uDC00\uD800""#, #""\uD800\u0041""#, "[1]x", "[1],", "{}}", "/**/1", "[1]//",
    "\u{C}1", "\u{A0}1", "*", "[\"a\",\n4\n,1,", "[\u{0}]", "12345\u{0}", "{\"a\":true,,\"b\":1}",
  ]

  /// Bytes that are not valid UTF-8.
  static let invalidText: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80],
    [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x41, 0x82],
  ]

  @Test("Documents that RFC 8259 allows are accepted, as by Foundation", arguments: valid)
  func whatTheRFCAllows(document: String) {
    #expect(syntaxError(Array(document.utf8)) == nil)
    #expect(Judge.accepts(Array(document.utf8)))
  }

  @Test("Documents that RFC 8259 does not allow are refused, as by Foundation", arguments: invalid)
  func whatItDoesNotAllow(document: String) {
    #expect(syntaxError(Array(document.utf8)) != nil)
    #expect(!Judge.accepts(Array(document.utf8)))
  }

  @Test("Strings and names must be UTF-8, as in Foundation", arguments: invalidText)
  func stringsAndNamesMustBeUTF(bytes: [UInt8]) {
    for padding in [0, 7, 8, 20] {
      let text = [UInt8](repeating: 0x61, count: padding) + bytes
      let string = Array("[\"".utf8) + text + Array("\"]".utf8)
      let name = Array("{\"".utf8) + text + Array("\":1}".utf8)
      #expect(syntaxError(string) != nil)
      #expect(syntaxError(name) != nil)
      #expect(syntaxError(Array("\"".utf8) + text) != nil)
      #expect(!Judge.accepts(string))
    }
  }

  @Test("Unlike Foundation, the decoder refuses byte order marks and other encodings")
  func decidedOtherwiseThanFoundation() {
    // RFC 8259 §8.1: UTF-8, without a byte order mark.
    let mark = syntaxError([0xEF, 0xBB, 0xBF] + Array("1".utf8))
    #expect(mark?.offset == 0 && mark?.message.contains("byte order mark") == true)
    #expect(syntaxError([0xFF, 0xFE, 0x31, 0x00]) != nil)
    #expect(syntaxError([0x5B, 0x00, 0x5D, 0x00]) != nil)
    #expect(Judge.accepts([0xEF, 0xBB, 0xBF] + Array("1".utf8)))
    #expect(Judge.accepts([0x5B, 0x00, 0x5D, 0x00]))
  }

  @Test(
    "Unlike Foundation, the decoder refuses trailing commas",
    arguments: ["[1,]", #"{"a":1,}"#, "[[],]"])
  func decidedOtherwiseThanFoundation2(document: String) {
    #expect(syntaxError(Array(document.utf8))?.code == .unexpectedByte)
    #expect(Judge.accepts(Array(document.utf8)))
  }

  @Test("Unlike Foundation, the decoder refuses duplicate names")
  func decidedOtherwiseThanFoundation3() {
    let twice = Array(#"{"a":1,"b":{"c":1,"\u0063":2}}"#.utf8)
    let error = syntaxError(twice)
    #expect(error?.code == .duplicateKey)
    #expect(error?.offset == 18)
    #expect(error?.message == #"An object has two members with the name "c"."#)
    #expect(Judge.accepts(twice))
    let many = (0..<100).map { "\"k\($0 % 99)\":0" }.joined(separator: ",")
    #expect(syntaxError(Array("{\(many)}".utf8))?.code == .duplicateKey)
    let distinct = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(syntaxError(Array("{\(distinct)}".utf8)) == nil)
  }

  @Test("Documents are refused beyond the depth that Foundation allows") func documentsAreNested() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      for depth in [511, 512, 513, 100_000] {
        let inner = open == "[" ? "" : "1"
        let document = Array(
          (String(repeating: open, count: depth) + inner + String(repeating: close, count: depth))
            .utf8)
        #expect((syntaxError(document) == nil) == (depth <= 512))
        #expect(Judge.accepts(document) == (depth <= 512))
        if depth > 512 { #expect(syntaxError(document)?.code == .tooDeep) }
        #expect(syntaxError(Array(String(repeating: open, count: depth).utf8)) != nil)
      }
    }
  }

  @Test(
    "Syntax errors have an offset and a message",
    arguments: [
      ("", 0, "The document is empty."),
      ("[1, 2", 5, "The document ends where a comma or ] was expected."),
      ("[1, 2}", 5, "Expected a comma or ], found '}'."),
      ("{\"a\" 1}", 5, "Expected a colon, found '1'."),
      ("{\"a\":1,}", 7, "Expected a member's name in quotes, found '}'."),
      ("[tru]", 4, "Expected the rest of true, found ']'."),
      ("01", 1, "Expected no digit after a number's leading zero, found '1'."),
      ("1 2", 2, "Expected nothing after the document's end, found '2'."),
      ("[\"a\nb\"]", 3, "A control character (0xA) must be escaped."),
      ("\"\\ud800\"", 7, "A surrogate is escaped alone, without its other half."),
      ("\"abc", 4, "The document ends where a string's closing quote was expected."),
      ("[\u{7F}]", 1, "Expected a value, found the byte 0x7F."),
    ])
  func errorsSayWhatAndWhere(document: String, offset: Int, message: String) {
    let error = syntaxError(Array(document.utf8))
    #expect(error?.offset == offset)
    #expect(error?.message == message)
  }

  @Test("Every prefix of a document is accepted exactly if it is a document")
  func everyPrefixOfADocument() {
    let document = Array(
      #" {"a":[1,-2.5e3,"x\n\u00e9😀é"],"b":{"c":null,"d":true},"e":false} "#.utf8)
    for end in 0..<document.count {
      let prefix = Array(document[..<end])
      #expect((syntaxError(prefix) == nil) == Judge.accepts(prefix))
      #expect((syntaxError(prefix) == nil) == (end == document.count - 1))
    }
  }
}
