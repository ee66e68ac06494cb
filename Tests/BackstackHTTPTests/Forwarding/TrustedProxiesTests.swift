import Testing

@testable import BackstackHTTP

@Suite("Trusted proxies")
struct TrustedProxiesTests {
  @Test(
    "Addresses and networks can be trusted",
    arguments: [
      ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
      ("10.0.0.1/32", "10.0.0.1", true), ("10.0.0.0/8", "10.255.255.255", true),
      ("10.0.0.0/8", "11.0.0.0", false), ("10.128.0.0/9", "10.127.0.1", false),
      ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false), ("::/0", "10.0.0.1", false),
      ("::/0", "fe80::1", true), ("::1", "::1", true), ("::1", "::2", false),
      ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
      ("2001:db8::/64", "2001:db8::ffff:1", true), ("2001:db8::/64", "2001:db8:0:1::", false),
      ("2001:db8::8000/113", "2001:db8::ffff", true), ("2001:db8::8000/113", "2001:db8::1", false),
      ("::ffff:10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "::ffff:a00:1", true),
    ])
  func contains(network: String, text: String, isTrusted: Bool) throws {
    let proxies = try #require(HTTPTrustedProxies([network]))
    let address = try #require(HTTPPeerAddress(literal: text.utf8, port: 80))
    #expect(proxies.contains(address) == isTrusted)
    #expect(!proxies.contains(.local) && !proxies.contains(.unknown))
  }

  @Test("The clients of Unix sockets can be trusted, and no peer at all")
  func unix() throws {
    let proxies = try #require(HTTPTrustedProxies(["unix"]))
    #expect(proxies.contains(.local) && !proxies.contains(.unknown) && !proxies.isEmpty)
    #expect(!HTTPTrustedProxies().contains(.local) && HTTPTrustedProxies().isEmpty)
    var both = proxies
    both.formUnion(try #require(HTTPTrustedProxies(["::1"])))
    #expect(both.contains(.local))
    #expect(both.contains(try #require(HTTPPeerAddress(literal: "::1".utf8))))
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "localhost", "10.0.0", "10.0.0.256", "10.0.0.01", "10.0.0.1:80", "[::1]", "10.0.0.0/",
      "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8/8", "10.0.0.1/8",
      "::1/64", "fd00::/129", "fe80::1%eth0", "::ffff:10.0.0.0/104", " 10.0.0.1", "UNIX",
      "10.0.0.0/99999999999999999999",
    ])
  func refuses(text: String) {
    #expect(HTTPTrustedProxies([text]) == nil)
  }

  @Test(
    "Addresses are parsed correctly",
    arguments: [
      ("1.2.3.4", "1.2.3.4"), ("::", "0:0:0:0:0:0:0:0"), ("::1", "0:0:0:0:0:0:0:1"),
      ("1::", "1:0:0:0:0:0:0:0"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
      ("2001:DB8::a:1", "2001:db8:0:0:0:0:a:1"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
      ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("64:ff9b::192.0.2.33", "64:ff9b:0:0:0:0:c000:221"),
      ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
  func literals(text: String, host: String) {
    #expect(HTTPPeerAddress(literal: text.utf8)?.host == host)
  }
}
