import Testing

@testable import BackstackHTTP

/// The tables in `Cases`, one for each concept of RFC 9112 §2 to §9.
@Suite("The rules of RFC 9112")
struct ParserTableTests {
  @Test("Each row has the documented outcome", arguments: ParserCase.all)
  func outcome(row: ParserCase) {
    let stream = ParsedStream(row.text)
    switch row.outcome {
    case .accepted(let requests):
      #expect(stream.requests.map(\.summary) == requests)
      #expect(stream.status == nil)
    case .refused(let status):
      #expect(stream.requests.isEmpty)
      #expect(stream.status == status)
    case .incomplete:
      #expect(stream.requests.isEmpty)
      #expect(stream.status == nil)
    }
  }

  @Test("The outcome does not depend on where the bytes are split", arguments: ParserCase.all)
  func splits(row: ParserCase) {
    let whole = ParsedStream(row.text)
    if row.bytes.count < 400 {
      #expect(ParsedStream.atEverySplit(row.text).allSatisfy { $0 == whole })
    }
    var numbers = SeededNumbers(seed: row.bytes.count)
    for _ in 0..<20 {
      let pieces = ParserInvariants.pieces(row.bytes, upTo: 40, &numbers)
      #expect(ParsedStream(pieces) == whole)
    }
  }

  @Test("Nothing can be smuggled past an error (§11.2)", arguments: ParserCase.all)
  func smuggling(row: ParserCase) {
    guard case .refused = row.outcome else { return }
    let stream = ParsedStream([row.bytes[...], ParsedStream.innocent[...]])
    #expect(stream == ParsedStream(row.text))
    let driver = ConnectionDriver()
    driver.receive(row.bytes + ParsedStream.innocent)
    driver.receive(ParsedStream.innocent)
    #expect(driver.delivered.isEmpty)
    #expect(driver.statuses == [stream.status])
    #expect(driver.text.contains("\r\nDate: today\r\nConnection: close\r\nContent-Length: "))
    #expect(driver.didShutDownWriting)
  }

  @Test("The request after an accepted one is parsed next", arguments: ParserCase.all)
  func following(row: ParserCase) {
    guard case .accepted(let requests) = row.outcome else { return }
    let stream = ParsedStream([row.bytes[...], ParsedStream.innocent[...]])
    #expect(stream.requests.map(\.summary) == requests + ["GET /smuggled - "])
  }

  @Test("Each row keeps the invariants for any bytes", arguments: ParserCase.all)
  func invariants(row: ParserCase) {
    #expect(ParserInvariants.violation(row.bytes, seed: 0) == nil)
  }

  @Test("Each row's name is unique")
  func names() {
    let rules = ParserCase.all.map(\.rule)
    #expect(Set(rules).count == rules.count)
  }
}
