import Testing

@testable import BackstackSessions

@Suite("Idempotency keys of creations")
struct IdempotencyKeyTests {
  @Test("No principal's keys begin like another's")
  func keyPrefixes() {
    let key = IdempotencyKey(text: "k", fingerprint: 0)
    let names = ["a", "a b", "a%20b", "a%b", "a%25b", "a  b"]
    for name in names {
      let prefix = IdempotencyKey.beginning(ofPrincipal: name) + " "
      #expect(names.filter { key.scoped(toPrincipal: $0).text.hasPrefix(prefix) } == [name])
    }
  }
}
