import Testing

@testable import BackstackHTTP

@Suite("Access log: lines")
struct AccessLogLineTests {
  private static let time: HTTPAccessLogTime = {
    var time = HTTPAccessLogTime()
    time.update(unixSeconds: 784_111_777)
    return time
  }()

  private static func record(
    _ target: String, _ fields: HTTPFields, route: String? = nil
  ) throws -> HTTPAccessLogRecord {
    let request = try HTTPRequest(
      method: HTTPMethod(rawValue: "POST"), target: target, fields: fields, body: [1, 2, 3])
    return HTTPAccessLogRecord(
      request: request.storage, route: route,
      client: HTTPPeerAddress(storage: .v4(0x7F00_0001, port: 80)), status: 201, bytesIn: 3,
      bytesOut: 42, nanoseconds: 1_234_567_899)
  }

  private static func line(
    _ record: HTTPAccessLogRecord, _ format: HTTPAccessLogFormat = .json
  ) -> String {
    var bytes: [UInt8] = []
    format.append(record, time, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("A JSON line has all that is known of a request")
  func json() throws {
    let record = try Self.record(
      "/a?b=%22",
      [
        .requestID: "mine", .userAgent: "curl/8",
        .traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      ], route: "/{x}")
    #expect(
      Self.line(record) == """
        {"time":"1994-11-06T08:49:37Z","id":"mine","trace":"0af7651916cd43dd8448eb211c80319c",\
        "peer":"127.0.0.1","method":"POST","target":"/a?b=%22","route":"/{x}","status":201,\
        "bytesIn":3,"bytesOut":42,"seconds":1.234567,"userAgent":"curl/8"}

        """)
  }

  @Test("A text line is in the Combined Log Format, with duration and id")
  func text() throws {
    let record = try Self.record(
      "/a", [.requestID: "mine", .userAgent: "curl/8", .referer: "http://b/"])
    #expect(
      Self.line(record, .text) == """
        127.0.0.1 - - [06/Nov/1994:08:49:37 +0000] "POST /a HTTP/1.1" 201 42 "http://b/" "curl/8" \
        1.234567 mine

        """)
    let plain = try Self.record("/a", [.requestID: "mine"])
    #expect(Self.line(plain, .text).hasSuffix(#" 201 42 "-" "-" 1.234567 mine"# + "\n"))
  }

  @Test(
    "The line names the principal, whichever copy of the request it was set in",
    arguments: [
      ("alice", "alice", "alice"), (#"a "b\"#, #"a \u0022b\u005c"#, #"a\x20\x22b\x5c"#),
      ("jö\n", "jö\\u000a", #"j\xc3\xb6\x0a"#),
      ("\u{9B}\u{202E}", #"\u00c2\u009b\u00e2\u0080\u00ae"#, #"\xc2\x9b\xe2\x80\xae"#),
    ])
  func principal(name: String, json: String, text: String) throws {
    let request = try HTTPRequest(method: .get, target: "/a", fields: [.requestID: "mine"])
    var copy = request
    copy.principal = HTTPPrincipal(id: name)
    var record = try Self.record("/a", [:])
    record.request = request.storage
    #expect(Self.line(record).contains(#""peer":"127.0.0.1","principal":"\#(json)","method""#))
    #expect(Self.line(record, .text).hasPrefix("127.0.0.1 - \(text) [06/"))
    copy.principal = nil
    #expect(!Self.line(record).contains("principal"))
    // The next request that recycles the storage does not inherit it.
    copy.principal = HTTPPrincipal(id: name)
    request.storage.begin(request.storage.identifier)
    #expect(!Self.line(record).contains("principal"))
  }

  @Test("A principal's name that is too long is cut off between two characters")
  func longPrincipal() throws {
    var request = try HTTPRequest(method: .get, target: "/a")
    request.principal = HTTPPrincipal(id: "x" + String(repeating: "ö", count: 3000))
    var record = try Self.record("/a", [:])
    record.request = request.storage
    let name = "x" + String(repeating: "ö", count: 1023)
    #expect(Self.line(record).contains(#""principal":"\#(name)","#))
  }

  @Test("The line of an unreadable request has what is known of it")
  func unread() {
    let record = HTTPAccessLogRecord(
      request: nil, route: nil, client: .local, status: 400, bytesIn: 0, bytesOut: 7,
      nanoseconds: 0, error: .malformedRequest)
    #expect(
      Self.line(record) == """
        {"time":"1994-11-06T08:49:37Z","peer":"unix","status":400,"bytesIn":0,"bytesOut":7,\
        "seconds":0.000000,"error":"malformed-request"}

        """)
    #expect(
      Self.line(record, .text) == """
        unix - - [06/Nov/1994:08:49:37 +0000] "-" 400 7 "-" "-" 0.000000 -

        """)
  }

  /// A record whose user agent has every byte that a field's value may have, as from a connection.
  private static func hostile() throws -> HTTPAccessLogRecord {
    var record = try record("/\"\\", [.requestID: "mine"])
    let values = (UInt8(0x21)...0xFF).filter { $0 != 0x7F } + [0x09, 0x20, 0x41]
    let bytes =
      Array("GET /%22 HTTP/1.1\r\nHost: a\r\nUser-Agent: ".utf8) + values + [13, 10, 13, 10]
    var parser = HTTPRequestParser(limits: HTTPLimits())
    var position = 0
    guard case .head = parser.next(bytes.span, &position) else { throw HTTPError.noResponse }
    let storage = HTTPRequest.Storage()
    storage.head = parser.head
    record.request = storage
    return record
  }

  @Test("A client can't break or forge a line", arguments: [true, false])
  func injection(isJSON: Bool) throws {
    let line = try Self.line(Self.hostile(), isJSON ? .json : .text)
    #expect(line.utf8.filter { $0 == 0x0A }.count == 1 && line.hasSuffix("\n"))
    #expect(line.utf8.dropLast().allSatisfy { (0x20..<0x7F).contains($0) })
    if isJSON {
      #expect(line.contains(##""userAgent":"!\"#$"##) && line.contains(#"[\\]"#))
      #expect(line.contains(#"~\u0080\u0081"#) && line.contains(#"\u00ff\u0009 A"}"#))
    } else {
      #expect(line.contains(##" "!\x22#$"##) && line.contains(#"[\x5c]"#))
      #expect(line.contains(#"~\x80\x81"#) && line.contains(#"\xff\x09 A" 1.23"#))
    }
  }

  private static let id = "1234abcd5678abcd1234abcd5678abcd"

  private static let patterns = [
    "/sessions/{id}", "/sessions/{id}/actions", "/features/{name}", "/openapi.yaml",
    "/pairs/{id}/{other}/{id2}",
  ]

  @Test(
    "A secret is shortened to its beginning, wherever it is",
    arguments: [
      ("/sessions/\(id)", 1, "/sessions/1234abcd…"),
      ("/sessions/\(id)/actions", 2, "/sessions/1234abcd…/actions"),
      ("/sessions/\(id)?wait=60&after=\(id)", 1, "/sessions/1234abcd…?wait=60&after=1234abcd…"),
      ("/sessions/\(id)?ticket=\(id)&wait=1", 1, "/sessions/1234abcd…?ticket=…&wait=1"),
      ("/sessions/\(id)?tick%65t=short&\(id)", 1, "/sessions/1234abcd…?tick%65t=…&1234abcd…"),
      ("/sessions/%31234abcd5678abcd1234abcd5678abcd", 1, "/sessions/%31234ab…"),
      ("/sessions/1234567%38\(id)", 1, "/sessions/1234567…"),
      ("/sessions/12345678", 1, "/sessions/12345678"),
      ("http://app.example/sessions/\(id)", 1, "http://app.example/sessions/1234abcd…"),
      ("http://app.example?ticket=\(id)", 1, "http://app.example?ticket=…"),
      ("/features/a-very-long-name", 3, "/features/a-very-long-name"),
      ("/pairs/\(id)/\(id)/123456789", 5, "/pairs/1234abcd…/1234abcd…/12345678…"),
      // In the wrong part of the URL.
      ("/features/\(id)\(id)", 3, "/features/1234abcd…"),
      ("/features/x\(id).\(id.dropLast())", 3, "/features/x1234abcd….\(id.dropLast())"),
      ("http://\(id).example/sessions/1", 1, "http://1234abcd….example/sessions/1"),
      ("http://\(id)/", 0, "http://1234abcd…/"),
      // No route marks the secrets: middleware has responded, or there is no such path.
      ("/sessions/\(id)/actions", 0, "/sessions/1234abcd…/actions"),
      ("/sessions/\(id)/nonsense", 0, "/sessions/1234abcd…/nonsense"),
      ("/v1/sessions//\(id)/", 0, "/v1/sessions//1234abcd…/"),
      ("/sessions%2F\(id)", 0, "/sessions…"),
      ("/\(id)?\(id)=\(id)", 0, "/1234abcd…?1234abcd…=1234abcd…"),
      ("/openapi.yaml", 0, "/openapi.yaml"),
      ("/openapi.yam%6C", 0, "/openapi.…"),
      ("http://app.example:8080/\(id)", 0, "http://app.example:8080/1234abcd…"),
      ("/sessions?%zz=\(id)", 0, "/sessions?%zz=…"),
      ("/a//b?", 0, "/a//b?"),
    ])
  func secrets(target: String, route: Int, expected: String) throws {
    var record = try Self.record(target, [.requestID: "mine"])
    record.routeNumber = route
    record.redaction = HTTPLogRedaction(
      patterns: Self.patterns, secretParameters: ["id", "id2", "ticket"])
    #expect(Self.line(record).contains(#""target":"\#(expected)","#), "\(Self.line(record))")
    #expect(Self.line(record, .text).contains("\"POST \(expected) HTTP/1.1\""))
  }

  @Test(
    "The same parts of the referring page's URL are shortened",
    arguments: [
      ("http://a.\(id).b/x", "http://a.1234abcd….b/x"),
      (
        "https://app.example/\(id)?session=\(id)", "https://app.example/1234abcd…?session=1234abcd…"
      ),
      ("https://app.example/?ticket=\(id)#\(id)", "https://app.example/?ticket=…#1234abcd…"),
      ("https://\(id)@app.example/", "https://1234abcd…/"), ("\(id)", "1234abcd…"),
      ("http:/\(id)", "http:/1234abcd…"), ("//\(id)", "//1234abcd…"), ("http://", "http://"),
    ])
  func referer(value: String, expected: String) throws {
    var record = try Self.record("/a", [.requestID: "mine", .referer: value])
    #expect(Self.line(record, .text).contains("\"\(value)\""))
    record.redaction = HTTPLogRedaction(
      patterns: Self.patterns, secretParameters: ["id", "ticket"])
    #expect(Self.line(record, .text).contains("\"\(expected)\""), "\(Self.line(record, .text))")
    #expect(!Self.line(record).contains(Self.id))
  }

  @Test("Long redacted texts are cut off, too")
  func longWithSecrets() throws {
    var record = try Self.record("/" + String(repeating: "xx/", count: 2000), [:])
    record.redaction = HTTPLogRedaction(patterns: [], secretParameters: ["id"])
    for format in [HTTPAccessLogFormat.json, .text] {
      #expect(Self.line(record, format).filter { $0 == "x" }.count == 1365)
    }
    // Only the beginning of each part.
    var parts = try Self.record("/" + String(repeating: "xxxxxxxxyyyy/", count: 500), [:])
    parts.redaction = record.redaction
    for format in [HTTPAccessLogFormat.json, .text] {
      let line = Self.line(parts, format)
      #expect((1800..<2048).contains(line.filter { $0 == "x" }.count) && !line.contains("yyyy"))
    }
  }

  @Test("Long texts are cut off")
  func long() throws {
    let record = try Self.record(
      "/" + String(repeating: "x", count: 5000),
      [.userAgent: String(repeating: "w", count: 5000)])
    for format in [HTTPAccessLogFormat.json, .text] {
      let line = Self.line(record, format)
      #expect(line.filter { $0 == "x" }.count == 2047)
      #expect(line.filter { $0 == "w" }.count == 2048)
    }
  }

  @Test(
    "Durations of any length are written in seconds",
    arguments: [
      (0, "0.000000"), (999, "0.000000"), (1_000, "0.000001"), (999_999_999, "0.999999"),
      (3_600_000_000_000, "3600.000000"), (-5, "0.000000"),
    ])
  func durations(nanoseconds: Int64, text: String) {
    var bytes: [UInt8] = []
    bytes.append(microsecondsOf: nanoseconds)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("Addresses are written in the usual form")
  func addresses() {
    let v6 = HTTPPeerAddress(
      storage: .v6(high: 0x2001_0DB8_0000_0010, low: 0x0100_0000_0000_0001, port: 80))
    #expect(v6.host == "2001:db8:0:10:100:0:0:1")
    #expect(HTTPPeerAddress(storage: .v4(0xC0A8_00FF, port: 80)).host == "192.168.0.255")
  }
}
