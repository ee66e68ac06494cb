import BackstackPlatform
import Testing

@testable import BackstackHTTP

@Suite("Messages")
struct MessageTests {
  @Test("Fields are looked up without regard to case and keep their order")
  func looksUpFields() {
    var fields: HTTPFields = ["A": "1", "b": "2", "a": " 3 "]
    #expect(fields["a"] == "1" && fields["B"] == "2" && fields["c"] == nil)
    #expect(fields.values(of: "A") == ["1", "3"])
    #expect(fields.withValue(of: "b") { $0.count } == 1)
    fields.set("A", "4")
    #expect(fields.all.map { "\($0.name)=\($0.value)" } == ["b=2", "A=4"])
    fields.remove("b")
    #expect(fields.count == 1 && !fields.contains("B"))
    #expect(fields.append("bad name", "x") == false)
  }

  @Test("Every field is found, though there are few marks for names")
  func findsAmongManyNames() throws {
    // More names than there are marks; each is looked up in capitals.
    let names = (0..<200).map { "x-\($0)-\($0 * 7 % 26)" }
    for present in 0..<names.count {
      var fields = HTTPFields()
      fields.append(HTTPFieldName(names[present]), "\(present)")
      let request = try HTTPRequest(method: .get, target: "/", fields: fields)
      for (number, name) in names.enumerated() {
        let name = HTTPFieldName(name.uppercased())
        let expected = number == present ? "\(present)" : nil
        #expect(fields[name] == expected && request.fields[name] == expected)
        if expected != nil { #expect(request.mayHave(name)) }
      }
    }
    #expect(HTTPFields()["x"] == nil && !HTTPFields().contains(""))
  }

  @Test("A quoted number is written like an entity tag")
  func quotesNumbers() {
    for number in [0, 7, 10, 4_294_967_296, Int.max] {
      var fields: HTTPFields = ["a": "b"]
      fields.append(.eTag, quoting: number)
      #expect(fields[.eTag] == "\"\(number)\"" && fields["a"] == "b")
    }
  }

  @Test("A field whose value a closure writes is one like any other")
  func written() throws {
    var received = try HTTPRequest(method: .get, target: "/", fields: ["A": "1"]).fields
    for var fields in [HTTPFields(), ["A": "1", "Content-Length": "7"], received] {
      var expected = fields
      fields.append("Content-Location", upTo: 40) { $0.append("/sessions/1") }
      expected.append("Content-Location", "/sessions/1")
      fields.append("B", "2")
      expected.append("B", "2")
      #expect(fields.all.map { [$0.name, $0.value] } == expected.all.map { [$0.name, $0.value] })
      #expect(fields["content-location"] == "/sessions/1" && fields["b"] == "2")
      #expect(fields.managed == expected.managed)
      fields.remove("Content-Location")
      #expect(!fields.contains("Content-Location") && fields["B"] == "2")
    }
    received.append("no token", upTo: 1) { $0.append(0x31) }
    #expect(received.count == 2)
  }

  @Test("Changing a copy of received fields does not change the request")
  func copiesReceivedFields() throws {
    let request = try HTTPRequest(method: .get, target: "/", fields: ["X": "1"])
    var fields = request.fields
    fields.append("Y", "2")
    #expect(fields.all.map(\.name) == ["Host", "X", "Y"])
    #expect(request.fields.count == 2)
  }

  @Test("Field names ignore the case of ASCII letters only")
  func comparesNames() {
    #expect(HTTPFieldName("ETag") == "etag")
    #expect(HTTPFieldName("K") != "\u{212A}")
    #expect(Set<HTTPFieldName>(["A", "a", "b"]).count == 2)
  }

  @Test("The segments of a path and the items of a query are decoded")
  func decodesTarget() throws {
    let request = try HTTPRequest(
      method: .get, target: "/a/b%20c//%C3%A9/?x=1+2&y&&=z&w=%26%3d&x=")
    #expect(request.path == "/a/b%20c//%C3%A9/")
    #expect(try request.pathSegments() == ["a", "b c", "", "é", ""])
    #expect(
      try request.queryItems().map { "\($0.name)=\($0.value ?? "nil")" } == [
        "x=1 2", "y=nil", "=z", "w=&=", "x=",
      ])
    #expect(throws: HTTPError.self) {
      try HTTPRequest(method: .get, target: "/%zz").pathSegments()
    }
  }

  @Test("A request can't be created from invalid parts")
  func refusesInvalidParts() {
    #expect(throws: HTTPError.self) { try HTTPRequest(method: .get, target: "x y") }
    #expect(throws: HTTPError.self) {
      try HTTPRequest(method: .get, target: "/ HTTP/1.1\r\nHost: b\r\n\r\nGET /")
    }
  }

  @Test("A request can't be created from a method that contains a target and a field")
  func refusesInjectedMethod() {
    let method = HTTPMethod(rawValue: "GET / HTTP/1.1\r\nHost: b\r\nX:")
    #expect(throws: HTTPError.self) { try HTTPRequest(method: method, target: "y") }
  }

  @Test(
    "A target that contains fields is refused",
    arguments: ["/a HTTP/1.1\r\nX: 1\r\nY:", "/a HTTP/1.1\r\nX:"])
  func refusesInjectedTarget(_ target: String) {
    #expect(throws: HTTPError.self) { try HTTPRequest(method: .get, target: target) }
  }

  @Test("The authority of an absolute target overrides Host")
  func prefersTargetAuthority() throws {
    #expect(try HTTPRequest(method: .get, target: "http://b:1/").authority == "b:1")
    #expect(try HTTPRequest(method: .get, target: "/", fields: [.host: "c"]).authority == "c")
  }

  @Test(
    "Dates are written in the form of RFC 9110 §5.6.7",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-5, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
  func writesDates(seconds: Int, expected: String) {
    var bytes: [UInt8] = []
    HTTPDate.append(unixSeconds: seconds, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("A number is written in decimal", arguments: [0, 9, 10, 99, 100, 1_048_576, Int.max])
  func writesDecimals(number: Int) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }

  @Test("Every token byte of RFC 9110 §5.6.2 is known")
  func knowsTokens() {
    let tokens = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for byte in UInt8.min...UInt8.max {
      #expect(ASCII.isToken(byte) == tokens.utf8.contains(byte))
    }
  }

  @Test("Peers are described by address and port")
  func namesPeers() {
    #expect(HTTPPeerAddress(storage: .v4(0x7F00_0001, port: 80)).description == "127.0.0.1:80")
    let v6 = HTTPPeerAddress(storage: .v6(high: 0x2001_0db8 << 32, low: 1, port: 443))
    #expect(v6.description == "[2001:db8:0:0:0:0:0:1]:443")
    #expect(HTTPPeerAddress.unknown.port == nil)
  }
}
