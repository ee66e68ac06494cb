import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("The client's address behind proxies")
struct ForwardingTests {
  /// Returns the client of a request with some fields from a proxy; 10.0.0.0/8 is trusted.
  private func client(_ fields: [(HTTPFieldName, String)], from peer: String = "10.0.0.1") throws
    -> String
  {
    var all = HTTPFields()
    for (name, value) in fields { all.append(name, value) }
    let trusted = try #require(HTTPTrustedProxies(["10.0.0.0/8", "fd00::/8"]))
    let address = try #require(HTTPPeerAddress(literal: peer.utf8, port: 4000))
    return HTTPForwarding(trusted: trusted).client(of: all, from: address).description
  }

  @Test(
    "The client is the last address in Forwarded that is not a trusted proxy's",
    arguments: [
      ("for=192.0.2.1", "192.0.2.1"), ("FOR=192.0.2.1", "192.0.2.1"),
      ("For=\"192.0.2.1\"", "192.0.2.1"), ("for=\"192.0.2.1:47011\"", "192.0.2.1:47011"),
      ("for=\"[2001:db8::1]\"", "2001:db8:0:0:0:0:0:1"),
      ("for=\"[2001:db8::1]:8080\"", "[2001:db8:0:0:0:0:0:1]:8080"),
      ("for=\"192.0.2.1:_port\"", "192.0.2.1"),
      ("for=\"[2001:db8::1]:_p.-0\"", "2001:db8:0:0:0:0:0:1"),
      ("for=192.0.2.1;proto=https;by=203.0.113.43", "192.0.2.1"),
      ("proto=https; by=203.0.113.43 ; for=192.0.2.1;", "192.0.2.1"),
      ("for=192.0.2.1, for=192.0.2.2", "192.0.2.2"), ("for=192.0.2.1,for=10.0.0.2", "192.0.2.1"),
      ("for=192.0.2.1 , , for=10.0.0.2,", "192.0.2.1"),
      ("for=1.1.1.1, for=192.0.2.1, for=\"[fd00::1]\", for=10.0.0.3", "192.0.2.1"),
      ("for=\"\\1\\9\\2.0.2.1\"", "192.0.2.1"),
      ("host=\"a, for=1.1.1.1;\";for=192.0.2.1", "192.0.2.1"),
      // All are proxies: the first one is the client itself.
      ("for=10.0.0.3, for=10.0.0.2", "10.0.0.3"),
      // Where there is no address, the nearest trusted proxy's counts.
      ("for=unknown", "10.0.0.1:4000"), ("for=_hidden", "10.0.0.1:4000"),
      ("for=192.0.2.1, for=unknown", "10.0.0.1:4000"),
      ("for=192.0.2.1, for=unknown, for=10.0.0.2", "10.0.0.2"),
      ("for=_SEVKISEK, for=\"10.0.0.2:80\"", "10.0.0.2:80"),
      ("for=192.0.2.1, proto=https", "10.0.0.1:4000"), ("", "10.0.0.1:4000"),
      // Malformed.
      ("for", "10.0.0.1:4000"), ("for=", "10.0.0.1:4000"), ("=192.0.2.1", "10.0.0.1:4000"),
      ("192.0.2.1", "10.0.0.1:4000"), ("for=192.0.2.1:80", "10.0.0.1:4000"),
      ("for=[2001:db8::1]", "10.0.0.1:4000"), ("for=\"2001:db8::1\"", "10.0.0.1:4000"),
      ("for=\"[192.0.2.1]\"", "10.0.0.1:4000"), ("for=\"192.0.2.1", "10.0.0.1:4000"),
      ("for=\"192.0.2.1\\", "10.0.0.1:4000"), ("for=\"192.0.2.1\"x", "10.0.0.1:4000"),
      ("for=\"192.0.2.1:65536\"", "10.0.0.1:4000"), ("for=\"192.0.2.1:\"", "10.0.0.1:4000"),
      ("for=\"192.0.2.1:_\"", "10.0.0.1:4000"), ("for=\"192.0.2.1:+1\"", "10.0.0.1:4000"),
      ("for=192.0.2.256", "10.0.0.1:4000"), ("for=192.0.2.01", "10.0.0.1:4000"),
      ("for=\"[::1\"", "10.0.0.1:4000"), ("for=\"[::1]x\"", "10.0.0.1:4000"),
      ("for=\"\"", "10.0.0.1:4000"), ("for=192.0.2.1;for=192.0.2.2", "10.0.0.1:4000"),
      ("for=192.0.2.1 192.0.2.2", "10.0.0.1:4000"), ("for =192.0.2.1", "10.0.0.1:4000"),
      ("for= 192.0.2.1", "10.0.0.1:4000"), ("for=\u{e9}", "10.0.0.1:4000"),
      // A client's quotation mark can't hide the address that a proxy adds to the same line.
      ("for=\"1.1.1.1, for=192.0.2.1", "10.0.0.1:4000"),
    ])
  func forwarded(value: String, expected: String) throws {
    #expect(try client([("Forwarded", value)]) == expected)
  }

  @Test(
    "The client is the last address in X-Forwarded-For that is not a trusted proxy's",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), (" 192.0.2.1\t", "192.0.2.1"), ("192.0.2.1:80", "192.0.2.1:80"),
      ("2001:db8::1", "2001:db8:0:0:0:0:0:1"), ("[2001:db8::1]", "2001:db8:0:0:0:0:0:1"),
      ("[2001:db8::1]:80", "[2001:db8:0:0:0:0:0:1]:80"), ("::ffff:192.0.2.1", "192.0.2.1"),
      ("1.1.1.1, 192.0.2.1", "192.0.2.1"), ("1.1.1.1,192.0.2.1,10.0.0.2 , fd00::1", "192.0.2.1"),
      ("10.0.0.3,10.0.0.2", "10.0.0.3"), ("unknown", "10.0.0.1:4000"), ("", "10.0.0.1:4000"),
      ("192.0.2.1,", "10.0.0.1:4000"), ("192.0.2.1, _x, 10.0.0.2", "10.0.0.2"),
      ("192.0.2.1 1.1.1.1", "10.0.0.1:4000"), ("for=192.0.2.1", "10.0.0.1:4000"),
      ("\"192.0.2.1\"", "10.0.0.1:4000"), ("192.0.2.1/32", "10.0.0.1:4000"),
      ("192.0.2.1:99999", "10.0.0.1:4000"), ("fe80::1%eth0", "10.0.0.1:4000"),
    ])
  func xForwardedFor(value: String, expected: String) throws {
    #expect(try client([("X-Forwarded-For", value)]) == expected)
  }

  @Test("The last lines count first: a client's own malformed line does not reach past a proxy's")
  func lines() throws {
    for name: HTTPFieldName in ["Forwarded", "X-Forwarded-For"] {
      let prefix = name == "Forwarded" ? "for=" : ""
      let value = { (host: String) in prefix + host }
      #expect(try client([(name, "\"junk"), (name, value("192.0.2.1"))]) == "192.0.2.1")
      #expect(
        try client([(name, value("192.0.2.1")), (name, value("10.0.0.2"))]) == "192.0.2.1")
      #expect(try client([(name, "\"junk"), (name, value("10.0.0.2"))]) == "10.0.0.2")
    }
  }

  @Test(
    "If both fields are present, they must agree; otherwise the proxy's address counts",
    arguments: [
      ("for=192.0.2.1", "192.0.2.1", "192.0.2.1"),
      ("for=\"192.0.2.1:80\"", "192.0.2.1", "192.0.2.1:80"),
      ("for=1.1.1.1", "192.0.2.1", "10.0.0.1:4000"), ("for=unknown", "192.0.2.1", "10.0.0.1:4000"),
      ("for=192.0.2.1", "junk", "10.0.0.1:4000"), ("for=\"[::1]\"", "::1", "0:0:0:0:0:0:0:1"),
    ])
  func both(forwarded: String, other: String, expected: String) throws {
    #expect(try client([("Forwarded", forwarded), ("X-Forwarded-For", other)]) == expected)
  }

  // MARK: On a socket

  private static let proxies = HTTPTrustedProxies(["127.0.0.0/8", "10.0.0.0/8"])

  /// Responds with the request's client and peer.
  private static let echo = HTTPClosureHandler { request in
    HTTPResponse(body: .text("<\(request.client.host) \(request.peer.host)>"))
  }

  @Test("Requests on one connection may have different clients, also in the log")
  func requests() throws {
    let folder = TemporaryFolder()
    let log = try HTTPAccessLog(.json, to: .file(folder.file("log")))
    let (server, port) = try ServerTests.start(Self.echo) {
      $0.trustedProxies = Self.proxies ?? $0.trustedProxies
      $0.accessLog = log
    }
    let client = TestClient(port: port)
    client.send(
      get("/", "Forwarded: for=192.0.2.1\r\n")
        + get("/", "X-Forwarded-For: 192.0.2.2, 10.0.0.1\r\n")
        + get("/"))
    let answers = client.receive(until: "<127.0.0.1 127.0.0.1>")
    #expect(answers.contains("<192.0.2.1 127.0.0.1>") && answers.contains("<192.0.2.2 127.0.0.1>"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(log.close())
    let peers = folder.text("log").split(separator: "\n").map { line -> String? in
      let parts = line.split(separator: "\"").map(String.init)
      return parts.firstIndex(of: "peer").map { parts[$0 + 2] }
    }
    #expect(peers == ["192.0.2.1", "192.0.2.2", "127.0.0.1"])
  }

  @Test("Fields of a peer that is not trusted are ignored", arguments: [nil, "10.0.0.0/8"])
  func untrusted(proxies: String?) throws {
    let (server, port) = try ServerTests.start(Self.echo) {
      if let proxies { $0.trustedProxies = HTTPTrustedProxies([proxies]) ?? $0.trustedProxies }
    }
    let client = TestClient(port: port)
    client.send(
      get("/", "Forwarded: for=192.0.2.1\r\n") + get("/", "X-Forwarded-For: 192.0.2.2\r\n"))
    _ = client.receive(until: "<127.0.0.1 127.0.0.1>")
    _ = client.receive(until: "<127.0.0.1 127.0.0.1>")
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  @Test("A trusted proxy's connections do not count as those of one address")
  func connections() throws {
    let (server, port) = try ServerTests.start(Self.echo) {
      $0.maximumConnectionsPerAddress = 1
      $0.trustedProxies = HTTPTrustedProxies(["127.0.0.2"]) ?? $0.trustedProxies
    }
    let proxied = (0..<3).map { _ in TestClient(port: port, source: 2) }
    for client in proxied {
      client.send(get("/"))
      #expect(client.receive(until: ">").hasPrefix("HTTP/1.1 200 "))
    }
    let other = TestClient(port: port, source: 3)
    other.send(get("/"))
    #expect(other.receive(until: ">").hasPrefix("HTTP/1.1 200 "))
    #expect(TestClient(port: port, source: 3).receiveAll().hasPrefix("HTTP/1.1 503 "))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }
}
