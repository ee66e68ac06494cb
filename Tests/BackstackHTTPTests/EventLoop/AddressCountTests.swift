import Testing

@testable import BackstackHTTP

@Suite("Connections per address")
struct AddressCountTests {
  private func v4(_ address: UInt32, port: UInt16 = 1) -> HTTPPeerAddress {
    HTTPPeerAddress(storage: .v4(address, port: port))
  }

  private func v6(_ high: UInt64, _ low: UInt64) -> HTTPPeerAddress {
    HTTPPeerAddress(storage: .v6(high: high, low: low, port: 1))
  }

  @Test("IPv4 addresses are counted without their ports, and dropped when they have no connection")
  func countsV4() {
    var counts = HTTPAddressCounts()
    #expect(counts.add(v4(1)) == 1 && counts.add(v4(1, port: 2)) == 2 && counts.add(v4(2)) == 1)
    #expect(counts.count == 2)
    counts.remove(v4(1))
    #expect(counts.add(v4(1)) == 2)
    for _ in 0..<3 { counts.remove(v4(1)) }
    counts.remove(v4(2))
    #expect(counts.count == 0)
  }

  @Test("IPv6 addresses are counted by their first 64 bits")
  func countsV6() {
    var counts = HTTPAddressCounts()
    #expect(counts.add(v6(7, 1)) == 1 && counts.add(v6(7, 2)) == 2 && counts.add(v6(8, 1)) == 1)
  }

  @Test("An IPv4-mapped IPv6 address counts as the IPv4 address")
  func countsMapped() {
    var counts = HTTPAddressCounts()
    _ = counts.add(v4(0x7F00_0001))
    #expect(counts.add(v6(0, 0xFFFF_7F00_0001)) == 2)
    #expect(counts.add(v6(0, 1)) == 1)
    #expect(counts.add(v6(0x7F00_0001, 0)) == 1)
  }

  @Test("Connections without an address are not counted")
  func skipsUnknown() {
    var counts = HTTPAddressCounts()
    #expect(counts.add(.unknown) == 0 && counts.count == 0)
  }
}
