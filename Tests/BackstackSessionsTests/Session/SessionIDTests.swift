import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("Session ids")
struct SessionIDTests {
  @Test("An id is written as 32 hexadecimal digits, and read again")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let words = (generator.next(), generator.next())
      var replay = Replay(words: [words.0, words.1])
      let id = SessionID(using: &replay)
      func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
      }
      #expect(id.description == digits(words.0) + digits(words.1))
      #expect(SessionID(id.description) == id)
      #expect(id.beginning == String(id.description.prefix(8)))
      #expect((0..<64).contains(id.shard(of: 64)))
    }
    #expect(try #require(SessionID("0123456789abcdef00000000000000ff")).description.hasSuffix("ff"))
  }

  @Test(
    "Any other text is not a session id",
    arguments: [
      "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
      String(repeating: "A", count: 32), String(repeating: "g", count: 32),
      String(repeating: "0", count: 31) + "/", String(repeating: "0", count: 31) + ":",
      "`" + String(repeating: "0", count: 31), String(repeating: "é", count: 16),
    ])
  func others(_ text: String) {
    #expect(SessionID(text) == nil)
  }
}

/// A generator that returns given words.
private struct Replay: RandomNumberGenerator {
  var words: [UInt64]

  mutating func next() -> UInt64 { words.removeFirst() }
}
