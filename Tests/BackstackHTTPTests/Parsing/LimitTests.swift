import Testing

@testable import BackstackHTTP

@Suite("Limits")
struct LimitTests {
  /// A limit, a text with a variable number of repetitions, the maximum, and the
  /// status of one more.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let set: @Sendable (inout HTTPLimits) -> Void
    let text: @Sendable (Int) -> String
    let maximum: Int
    let status: Int

    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "emptyLines", set: { $0.emptyLines = 3 },
      text: { repeated("\r\n", $0) + ParserCase.get() }, maximum: 3, status: 400),
    Row(
      name: "requestLineBytes", set: { $0.requestLineBytes = 20 },
      text: { ParserCase.line("GET /\(repeated("a", $0)) HTTP/1.1") }, maximum: 6, status: 414),
    Row(
      name: "requestLineBytes, in the method", set: { $0.requestLineBytes = 20 },
      text: { ParserCase.line("\(repeated("a", $0)) / HTTP/1.1") }, maximum: 9, status: 414),
    Row(
      name: "targetBytes", set: { $0.targetBytes = 9 },
      text: { ParserCase.line("GET /\(repeated("a", $0)) HTTP/1.1") }, maximum: 8, status: 414),
    Row(
      name: "fieldLineBytes", set: { $0.fieldLineBytes = 10 },
      text: { ParserCase.get("X: \(repeated("a", $0))\r\n") }, maximum: 7, status: 431),
    Row(
      name: "fieldSectionBytes", set: { $0.fieldSectionBytes = 18 },
      text: { ParserCase.get("X: \(repeated("a", $0))\r\n") }, maximum: 4, status: 431),
    Row(
      name: "fieldCount", set: { $0.fieldCount = 3 },
      text: { ParserCase.get(repeated("a:\r\n", $0)) }, maximum: 2, status: 431),
    Row(
      name: "bodyBytes, by length", set: { $0.bodyBytes = 4 },
      text: { ParserCase.post("Content-Length: \($0)\r\n", repeated("a", $0)) }, maximum: 4,
      status: 413),
    Row(
      name: "bodyBytes, in one chunk", set: { $0.bodyBytes = 4 },
      text: { ParserCase.chunked("\($0)\r\n\(repeated("a", $0))\r\n0\r\n\r\n") }, maximum: 4,
      status: 413),
    Row(
      name: "bodyBytes, in chunks", set: { $0.bodyBytes = 4 },
      text: { ParserCase.chunked(repeated("1\r\na\r\n", $0) + "0\r\n\r\n") }, maximum: 4,
      status: 413),
    Row(
      name: "chunkExtensionBytes", set: { $0.chunkExtensionBytes = 5 },
      text: { ParserCase.chunked("1;\(repeated("a", $0))\r\nx\r\n0\r\n\r\n") }, maximum: 4,
      status: 400
    ),
    Row(
      name: "trailerSectionBytes", set: { $0.trailerSectionBytes = 12 },
      text: { ParserCase.chunked("0\r\na:\r\nX: \(repeated("a", $0))\r\n\r\n") }, maximum: 3,
      status: 431),
    Row(
      name: "fieldLineBytes, in trailers", set: { $0.fieldLineBytes = 30 },
      text: { ParserCase.chunked("0\r\nX: \(repeated("a", $0))\r\n\r\n") }, maximum: 27, status: 431
    ),
    Row(
      name: "trailerCount", set: { $0.trailerCount = 2 },
      text: { ParserCase.chunked("0\r\n\(repeated("a:\r\n", $0))\r\n") }, maximum: 2, status: 431),
  ]

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    "The last allowed byte is accepted and one more refused, wherever the bytes are split",
    arguments: rows)
  func areExact(row: Row) {
    var limits = HTTPLimits()
    row.set(&limits)
    for (count, status) in [(row.maximum, nil), (row.maximum + 1, row.status)] {
      let text = row.text(count)
      let whole = ParsedStream(text, limits: limits)
      #expect(whole.status == status)
      #expect(whole.requests.count == (status == nil ? 1 : 0))
      #expect(ParsedStream.atEverySplit(text, limits: limits).allSatisfy { $0 == whole })
    }
  }

  @Test("Excess is refused before its end, though other errors might follow")
  func areAppliedEarly() {
    var limits = HTTPLimits()
    limits.requestLineBytes = 20
    limits.fieldLineBytes = 20
    limits.fieldSectionBytes = 20
    for start in ["GET /", "\u{16}", "\r", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n:"] {
      for end in ["", "\n", "\r\n", "\r\r\n"] {
        let text = start + Self.repeated("a", 40) + end
        let whole = ParsedStream(text, limits: limits)
        #expect(whole.status == ParsedStream(start + Self.repeated("a", 40), limits: limits).status)
        #expect(ParsedStream.atEverySplit(text, limits: limits).allSatisfy { $0 == whole })
      }
    }
  }

  @Test("Limits of any size can be set")
  func canBeExtreme() {
    for extreme in [Int.min, -1, 0, 1, Int.max] {
      var limits = HTTPLimits()
      limits.emptyLines = extreme
      limits.requestLineBytes = extreme
      limits.targetBytes = extreme
      limits.fieldLineBytes = extreme
      limits.fieldSectionBytes = extreme
      limits.fieldCount = extreme
      limits.bodyBytes = extreme
      limits.chunkExtensionBytes = extreme
      limits.trailerSectionBytes = extreme
      limits.trailerCount = extreme
      let stream = ParsedStream(ParserCase.chunked("1;a\r\nx\r\n0\r\nX: 1\r\n\r\n"), limits: limits)
      #expect(stream.requests.count == (extreme == .max ? 1 : 0))
    }
  }
}
