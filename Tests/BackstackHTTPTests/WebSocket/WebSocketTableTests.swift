import Testing

@testable import BackstackHTTP

@Suite("The rules of RFC 6455")
struct WebSocketTableTests {
  @Test("Each row has the documented outcome", arguments: WebSocketCase.all)
  func outcome(row: WebSocketCase) {
    let transcript = SocketTranscript([row.bytes[...]])
    #expect(transcript.events == row.events)
    #expect(transcript.sent == row.sent)
    #expect(!transcript.isMalformed)
  }

  @Test("The outcome does not depend on where the bytes are split", arguments: WebSocketCase.all)
  func splits(row: WebSocketCase) {
    let whole = SocketTranscript([row.bytes[...]])
    if row.bytes.count < 400 {
      for position in 0...row.bytes.count {
        #expect(SocketTranscript([row.bytes[..<position], row.bytes[position...]]) == whole)
      }
      #expect(SocketTranscript(row.bytes.indices.map { row.bytes[$0...$0] }) == whole)
    }
    var numbers = SeededNumbers(seed: row.bytes.count)
    let pieces = ParserInvariants.pieces(row.bytes, upTo: 1 + row.bytes.count / 7, &numbers)
    #expect(SocketTranscript(pieces) == whole)
  }

  @Test("Each row keeps the invariants for any bytes", arguments: WebSocketCase.all)
  func invariants(row: WebSocketCase) {
    guard row.bytes.count < 400 else { return }
    #expect(SocketInvariants.violation(row.bytes, seed: 0) == nil)
  }

  @Test("Damaged frames keep the invariants for any bytes", arguments: 0..<8)
  func damage(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    let rows = WebSocketCase.all.filter { $0.bytes.count < 400 }
    for _ in 0..<500 {
      var bytes = (0...numbers.next(below: 3)).flatMap { _ in
        rows[numbers.next(below: rows.count)].bytes
      }
      for _ in 0...numbers.next(below: 3) {
        let position = numbers.next(below: bytes.count)
        switch numbers.next(below: 3) {
        case 0: bytes[position] = UInt8(numbers.next(below: 256))
        case 1 where bytes.count > 1: bytes.remove(at: position)
        default: bytes.insert(UInt8(numbers.next(below: 256)), at: position)
        }
      }
      #expect(SocketInvariants.violation(bytes, seed: seed) == nil)
    }
  }

  @Test("Each row's name is unique")
  func names() {
    let rules = WebSocketCase.all.map(\.rule)
    #expect(Set(rules).count == rules.count)
  }
}
