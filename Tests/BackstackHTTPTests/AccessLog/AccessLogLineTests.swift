import Testing

@testable import BackstackHTTP

@Suite("A line of the access log")
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
      peer: HTTPPeerAddress(storage: .v4(0x7F00_0001, port: 80)), status: 201, bytesIn: 3,
      bytesOut: 42, nanoseconds: 1_234_567_899)
  }

  private static func line(
    _ record: HTTPAccessLogRecord, _ format: HTTPAccessLogFormat = .json
  ) -> String {
    var bytes: [UInt8] = []
    format.append(record, time, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("tells all that is known of a request as JSON")
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

  @Test("is in the Combined Log Format with duration and id as text")
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

  @Test("has what is known of a request that could not be read")
  func unread() {
    let record = HTTPAccessLogRecord(
      request: nil, route: nil, peer: .local, status: 400, bytesIn: 0, bytesOut: 7,
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

  /// A user agent of every byte that a field's value can have, as it comes from a connection.
  private static func hostile() throws -> HTTPAccessLogRecord {
    var record = try record("/\"\\", [.requestID: "mine"])
    let values = (UInt8(0x21)...0xFF).filter { $0 != 0x7F } + [0x09, 0x20, 0x41]
    let bytes =
      Array("GET /%22 HTTP/1.1\r\nHost: a\r\nUser-Agent: ".utf8) + values + [13, 10, 13, 10]
    var parser = HTTPRequestParser(limits: HTTPLimits())
    var position = 0
    guard case .head = parser.next(bytes.span, &position) else { throw HTTPError.unanswered }
    let storage = HTTPRequest.Storage()
    storage.head = parser.head
    record.request = storage
    return record
  }

  @Test("can't be broken or forged by what a client sends", arguments: [true, false])
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

  @Test("cuts long texts off")
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
    "has durations of any length",
    arguments: [
      (0, "0.000000"), (999, "0.000000"), (1_000, "0.000001"), (999_999_999, "0.999999"),
      (3_600_000_000_000, "3600.000000"), (-5, "0.000000"),
    ])
  func durations(nanoseconds: Int64, text: String) {
    var bytes: [UInt8] = []
    bytes.append(microsecondsOf: nanoseconds)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("has addresses as they are written elsewhere")
  func addresses() {
    let v6 = HTTPPeerAddress(
      storage: .v6(high: 0x2001_0DB8_0000_0010, low: 0x0100_0000_0000_0001, port: 80))
    #expect(v6.host == "2001:db8:0:10:100:0:0:1")
    #expect(HTTPPeerAddress(storage: .v4(0xC0A8_00FF, port: 80)).host == "192.168.0.255")
  }
}
