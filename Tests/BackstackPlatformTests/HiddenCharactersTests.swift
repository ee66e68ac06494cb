import BackstackPlatform
import Foundation
import Testing

@Suite("Characters that are not shown")
struct HiddenCharactersTests {
  @Test("What a terminal obeys is escaped, and the rest stays")
  func escaping() {
    for (text, escaped) in [
      ("", ""), ("a b", "a b"), ("é日本語👩‍👩‍👧 \u{A0}\u{200C}", "é日本語👩‍👩‍👧 \u{A0}\u{200C}"),
      ("\u{1B}[2J", #"\u001b[2J"#), ("\u{7F}", #"\u007f"#), ("\u{9B}2J", #"\u009b2J"#),
      ("a\u{202E}b", #"a\u202eb"#), ("\u{2066}\u{2028}\u{2029}", #"\u2066\u2028\u2029"#),
      ("\u{FEFF}\u{AD}\u{200B}", #"\ufeff\u00ad\u200b"#), ("\u{E0041}", #"\udb40\udc41"#),
      ("a\u{301}\r\n\t", "a\u{301}\\u000d\\u000a\\u0009"),
    ] {
      let found = text.escapingHidden()
      #expect(found.unicodeScalars.elementsEqual(escaped.unicodeScalars), "\(escaped)")
    }
    #expect("a\t\u{7F}\r\n".escapingHidden(keepsLines: true) == "a\t\\u007f\\u000d\n")
  }

  @Test("JSON means the same when its hidden characters are escaped")
  func json() throws {
    let texts = ["\u{1B}\u{7F}\u{9B}\u{202E}\u{2028}\u{E0041}\u{FEFF}", "\"\\\\"]
    let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    #expect(!json.escapingHidden().unicodeScalars.contains { $0.isHidden })
    let read = try JSONDecoder().decode([String].self, from: Data(json.escapingHidden().utf8))
    #expect(read == texts)
  }

  @Test("Raw literals have as many number signs as no part of the text has")
  func signs() {
    for (text, count) in [
      ("", 1), ("#", 1), (#"\"#, 1), (##"\#("##, 2), (###""""##"###, 3), (##"a"#b"##, 2),
      (#"\ #("#, 1),
      ("\\\(String(repeating: "#", count: 40))(exit(7))", 41),
    ] {
      #expect(SwiftLiteral.signs(around: text) == String(repeating: "#", count: count), "\(text)")
    }
  }

  // Compiled, and compared with what it is in the source.
  @Test("A quoted literal is what Swift reads as the text")
  func quoted() {
    let text = "a\"\\\\(exit(7))\\#(exit(7))\n\r\0\u{7F}\u{9B}\u{202E}\u{2028}é'"
    #expect(
      SwiftLiteral.quoted(text) == ##""a\"\\\\(exit(7))\\#(exit(7))\u{a}\u{d}\u{0}\u{7f}"##
        + #"\u{9b}\u{202e}\u{2028}é'""#)
    #expect(
      text == "a\"\\\\(exit(7))\\#(exit(7))\u{a}\u{d}\u{0}\u{7f}\u{9b}\u{202e}\u{2028}é'")
    #expect(SwiftLiteral.identifier("a`b\\c\nd\u{202E}é") == "a_b_c_d_é")
    #expect(SwiftLiteral.line(ofJSON: "{\n\t\"a\":\r \"\u{2028}\"}") == "{  \"a\":  \"\\u2028\"}")
  }
}
