import Testing

@testable import BackstackCoding

@Suite("Combining marks in what clients send")
struct MarkTests {
  private func marks(_ count: Int) -> String {
    (0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{323}" }.joined()
  }

  /// Decodes a text within the limits of clients.
  private func decode(_ json: String) throws -> String {
    try JSONStreamDecoder.decode(String.self, from: Array(json.utf8), limits: .ofClient())
  }

  @Test(
    "A text may have 300 marks after each other, and what is stored any number"
  )
  func runs() throws {
    #expect(try decode("\"e\(marks(300))e\(marks(300))\"").unicodeScalars.count == 602)
    for json in [
      "\"\(marks(301))\"", "\"äöü 漢字 \(marks(301)) x\"",
      #""\#(String(repeating: #"\u0301"#, count: 301))""#,
    ] {
      let error = #expect(throws: JSONSyntaxError.self) { try decode(json) }
      #expect(
        error?.code == .invalidString && error?.message.contains("300 combining marks") == true)
    }
    let stored = "\"\(marks(1000))\""
    #expect(
      try JSONStreamDecoder.decode(String.self, from: Array(stored.utf8)).unicodeScalars.count
        == 1000)
  }

  @Test("Names have the same limit as values")
  func names() {
    #expect(throws: JSONSyntaxError.self) {
      try JSONLiteral(decoding: Array("{\"\(marks(301))\":1}".utf8), limits: .ofClient())
    }
  }

  @Test("Each scalar that texts are ordered by counts as a mark, and no other does")
  func scalars() throws {
    var others = 0
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isMark = scalar.properties.canonicalCombiningClass != .notReordered
      // All marks, and some of the others.
      others += 1
      guard isMark || others.isMultiple(of: 64) else { continue }
      let json = "\"" + String(repeating: Character(scalar), count: 301) + "\""
      let isRefused = (try? decode(json)) == nil
      #expect(isRefused == isMark, "U+\(String(value, radix: 16))")
    }
  }
}
