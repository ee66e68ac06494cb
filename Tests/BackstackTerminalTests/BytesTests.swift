import BackstackCoding
import Testing

@testable import BackstackTerminal

@Suite("The bytes of keys and of responses")
struct BytesTests {
  @Test(
    "Keys",
    arguments: [
      (Array("ab\r".utf8), [Key.text("ab"), .enter]), ([0x1B], [.escape]),
      ([0x1B, 0x1B], [.escape, .escape]),
      (Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D".utf8), [.up, .down, .right, .left]),
      (Array("\u{1B}[Z".utf8), [.backTab]), (Array("\u{1B}[1;5Ax".utf8), [.text("x")]),
      (Array("\u{1B}[3~".utf8), []),
      (Array("\u{1B}[".utf8), []), ([0x7F, 0x08, 0x09], [.backspace, .backspace, .tab]),
      (Array("é\u{1}".utf8), [.text("é")]), ([0x61, 0x03], [.text("a"), .interrupt]),
      // With Alt: a letter, one of two bytes, Enter, and arrows as two kinds of terminals send them.
      (Array("\u{1B}ba".utf8), [.text("a")]), (Array("\u{1B}éa".utf8), [.text("a")]),
      (Array("\u{1B}\r".utf8), [.newLine]), (Array("\u{1B}[1;3D".utf8), []),
      (Array("\u{1B}\u{1B}[Da".utf8), [.text("a")]),
    ])
  func keys(_ bytes: [UInt8], _ keys: [Key]) {
    #expect(Key.all(in: bytes) == keys)
  }

  @Test("A byte that begins no character holds no key back, and a long paste ends")
  func strangeBytes() {
    var reader = KeyReader()
    #expect(reader.keys(in: [0xE9]) == [] && reader.keys(in: [0x03]).last == .interrupt)
    let paste = Array("\u{1B}[200~".utf8) + Array(repeating: 0x61, count: 1 << 20)
    _ = reader.keys(in: paste + Array("\u{1B}[".utf8))
    #expect(reader.keys(in: Array("201~".utf8)).isEmpty)
    #expect(reader.keys(in: [0x03]) == [.interrupt])
  }

  @Test(
    "Keys and pasted texts are the same wherever their bytes are cut, but in the first two of a marker"
  )
  func pieces() {
    let bytes = Array("aé日\r\u{1B}[200~x é\r\ny\u{1B}[201~\u{1B}[200~\u{1B}[201~🙂".utf8)
    for cut in 0...bytes.count where ![8, 9, 27, 28].contains(cut) {
      var reader = KeyReader()
      let keys = reader.keys(in: Array(bytes[..<cut])) + reader.keys(in: Array(bytes[cut...]))
      var texts = ""
      for key in keys {
        switch key {
        case .text(let text): texts += text
        case .pasted(let text): texts += "<\(text)>"
        case .enter: texts += "⏎"
        default: texts += "?"
        }
      }
      #expect(texts == "aé日⏎<x é\r\ny>🙂", "cut at \(cut)")
    }
  }

  @Test("Responses are read, and other bytes are refused")
  func responses() throws {
    let response = try HTTPClient.response(
      Array(
        "HTTP/1.1 201 Created\r\nETag: \"1\"\r\nlocation:  /sessions/1\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
          .utf8))
    #expect(response.status == 201 && response.tag == "\"1\"" && response.location == "/sessions/1")
    #expect(response.json == ["a": 1])
    for text in [
      "", "HTTP/1.1 200 OK\r\n", "SSH-2.0\r\n\r\n", "HTTP/1.1 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
    ] {
      #expect(throws: TerminalError.self) { try HTTPClient.response(Array(text.utf8)) }
    }
  }
}
