import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("The network of a client")
struct ClientNetworkTests {
  @Test(
    "An IPv6 address belongs to its 64-bit network, any other address to itself",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8::1", "2001:db8:0:0"),
      ("192.0.2.7", "192.0.2.7"),
    ])
  func networks(literal: String, network: String) throws {
    let address = try #require(HTTPPeerAddress(literal: literal.utf8, port: 80))
    #expect(address.network == network)
  }
}
