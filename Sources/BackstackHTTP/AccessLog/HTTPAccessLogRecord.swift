import BackstackPlatform

/// The content of one line of the access log.
struct HTTPAccessLogRecord {
  /// The request; `nil` if none could be read.
  var request: HTTPRequest.Storage?
  /// The pattern of the matched route, and its number, 0 for none.
  var route: String?
  var routeNumber = 0
  /// The redaction of the request's URLs.
  var redaction: HTTPLogRedaction?
  var client: HTTPPeerAddress
  var status: Int
  /// The bytes of the request's and the response's content, without framing.
  var bytesIn: Int
  var bytesOut: Int
  /// From the last byte of the request to the end of its response.
  var nanoseconds: Int64
  /// The traffic of a connection that was switched to another protocol.
  var switched: HTTPSwitchedTraffic?
  /// The error for which the server refused the request before or instead of handling it.
  var error: HTTPError.Code?

  /// The length in bytes after which text from a client is cut off.
  static let textLimit = 2048

  /// Returns a method for the log; one that is longer than any registered method is shortened.
  static func method(_ method: HTTPMethod) -> String {
    let maximum = 20
    return method.rawValue.utf8.count <= maximum
      ? method.rawValue : method.rawValue.prefix(HTTPLogRedaction.keptBytes) + "…"
  }

  /// Visits the parts of the request's target that are logged.
  ///
  /// - Parameter body: Gets a range of the head's bytes and whether something after it is left out.
  func visitTarget(
    of request: HTTPRequest.Storage, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(request.head.target.range, false) }
    var room = Self.textLimit
    redaction.visitTarget(of: request, route: routeNumber) { range, isCut in
      Self.visit(range, isCut, room: &room, body)
    }
  }

  /// Visits the parts that are logged of the referring page's URL, which may contain a secret.
  ///
  /// - Parameter body: Gets a range of the value's bytes and whether something after it is left
  ///   out.
  func visitReferer(
    _ value: borrowing Span<UInt8>, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard let redaction else { return body(0..<value.count, false) }
    var room = Self.textLimit
    redaction.visitURL(value) { range, isCut in Self.visit(range, isCut, room: &room, body) }
  }

  /// Visits a piece, or the beginning of it that there is room for.
  private static func visit(
    _ range: Range<Int>, _ isCut: Bool, room: inout Int,
    _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    guard room > 0 else { return }
    let piece = range.prefix(room)
    room -= piece.count
    body(piece, isCut && piece.count == range.count)
  }

  /// The status in the log of requests whose connection ended before their response, as in nginx;
  /// it is never sent.
  static let clientClosedRequest = 499
}

/// The current time in the formats of the log, updated once per second.
struct HTTPAccessLogTime: Sendable {
  private var seconds = Int.min
  /// `2026-11-21T08:49:37Z`
  private(set) var iso: [UInt8] = []
  /// `[21/Nov/2026:08:49:37 +0000]`
  private(set) var common: [UInt8] = []

  mutating func update(unixSeconds: Int) {
    if unixSeconds == seconds { return }
    seconds = unixSeconds
    let time = CivilTime(unixSeconds: unixSeconds)
    iso.removeAll(keepingCapacity: true)
    iso.append(fourDigits: time.year)
    iso.append("-")
    iso.append(twoDigits: time.month)
    iso.append("-")
    iso.append(twoDigits: time.day)
    iso.append("T")
    time.appendTime(to: &iso)
    iso.append("Z")
    common.removeAll(keepingCapacity: true)
    common.append("[")
    common.append(twoDigits: time.day)
    common.append("/")
    HTTPDate.append(month: time.month, to: &common)
    common.append("/")
    common.append(fourDigits: time.year)
    common.append(":")
    time.appendTime(to: &common)
    common.append(" +0000]")
  }
}

extension HTTPAccessLogRecord {
  /// Appends the record as a line of the Combined Log Format with two more columns.
  func appendText(at time: HTTPAccessLogTime, to output: inout [UInt8]) {
    client.appendHost(to: &output)
    output.append(" - ")
    if let sender = request?.sender {
      output.append(principal: sender, escapesAll: true) { output, byte in
        output.append("\\x")
        output.append(hexDigits: byte)
      }
    } else {
      output.append("-")
    }
    output.append(" ")
    output.append(contentsOf: time.common)
    output.append(" \"")
    if let request {
      output.append(contentsOf: Self.method(request.head.method).utf8)
      output.append(" ")
      let bytes = request.head.fields.bytes
      visitTarget(of: request) { range, isCut in
        output.append(logText: bytes.span, range)
        if isCut { output.append(contentsOf: "…".utf8) }
      }
      output.append(request.head.version == .http10 ? " HTTP/1.0" : " HTTP/1.1")
    } else {
      output.append("-")
    }
    output.append("\" ")
    output.append(decimal: status)
    output.append(" ")
    output.append(decimal: bytesOut)
    appendField(.referer, to: &output) { value, output in
      visitReferer(value) { range, isCut in
        output.append(logText: value, range)
        if isCut { output.append(contentsOf: "…".utf8) }
      }
    }
    appendField(.userAgent, to: &output) { $1.append(logText: $0, 0..<$0.count) }
    output.append(" ")
    output.append(microsecondsOf: nanoseconds)
    output.append(" ")
    if let request { request.appendID(to: &output) } else { output.append("-") }
    output.append("\n")
  }

  private func appendField(
    _ name: HTTPFieldName, to output: inout [UInt8],
    _ append: (borrowing Span<UInt8>, inout [UInt8]) -> Void
  ) {
    output.append(" \"")
    let isThere =
      request?.head.fields.withValue(of: name) { value in
        append(value, &output)
        return true
      } ?? false
    if !isThere { output.append("-") }
    output.append("\"")
  }
}

extension [UInt8] {
  /// Appends the text between two quotes; bytes that could end it or the line are written as
  /// `\xHH`, as in Apache.
  fileprivate mutating func append(logText bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    appendLogText(bytes, range) { output, byte in
      output.append("\\x")
      output.append(hexDigits: byte)
    }
  }
}

extension HTTPAccessLogRecord {
  /// Appends the record as a line of JSON.
  func appendJSON(at time: HTTPAccessLogTime, to output: inout [UInt8]) {
    output.append("{\"time\":\"")
    output.append(contentsOf: time.iso)
    output.append("\"")
    if let request {
      output.append(",\"id\":\"")
      request.appendID(to: &output)
      output.append("\"")
      if let trace = request.traceParent {
        output.append(",\"trace\":\"")
        output.append(hex: trace.high)
        output.append(hex: trace.low)
        output.append("\"")
      }
    }
    output.append(",\"peer\":\"")
    client.appendHost(to: &output)
    output.append("\"")
    if let sender = request?.sender {
      output.append(",\"principal\":\"")
      output.append(principal: sender, escapesAll: false) { output, byte in
        output.append("\\u00")
        output.append(hexDigits: byte)
      }
      output.append("\"")
    }
    if let request {
      output.append(",\"method\":\"")
      output.append(contentsOf: Self.method(request.head.method).utf8)
      output.append("\",\"target\":")
      let bytes = request.head.fields.bytes
      output.append(ASCII.quote)
      visitTarget(of: request) { range, isCut in
        output.append(jsonContent: bytes.span, range)
        if isCut { output.append(contentsOf: "…".utf8) }
      }
      output.append(ASCII.quote)
    }
    if let route {
      output.append(",\"route\":\"")
      output.append(contentsOf: route.utf8)
      output.append("\"")
    }
    output.append(",\"status\":")
    output.append(decimal: status)
    output.append(",\"bytesIn\":")
    output.append(decimal: bytesIn)
    output.append(",\"bytesOut\":")
    output.append(decimal: bytesOut)
    output.append(",\"seconds\":")
    output.append(microsecondsOf: nanoseconds)
    if let switched {
      output.append(",\"messagesIn\":")
      output.append(decimal: switched.receivedMessages)
      output.append(",\"messagesOut\":")
      output.append(decimal: switched.sentMessages)
      output.append(",\"closeCode\":")
      output.append(decimal: Int(switched.closeCode))
    }
    if let request {
      _ = request.head.fields.withValue(of: .userAgent) { value in
        output.append(",\"userAgent\":")
        output.append(jsonText: value, 0..<value.count)
      }
    }
    if let error {
      output.append(",\"error\":\"")
      output.append(contentsOf: error.rawValue.utf8)
      output.append("\"")
    }
    output.append("}\n")
  }
}

extension [UInt8] {
  /// Appends a JSON string. Each byte outside ASCII is written as the code point with its value, so
  /// that the line is valid whatever a client sends.
  fileprivate mutating func append(jsonText bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    append(ASCII.quote)
    append(jsonContent: bytes, range)
    append(ASCII.quote)
  }

  /// Appends the characters between the quotes of a JSON string, or a part of them.
  fileprivate mutating func append(jsonContent bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    appendLogText(bytes, range) { output, byte in
      if byte == ASCII.quote || byte == ASCII.backslash {
        output.append(ASCII.backslash)
        output.append(byte)
      } else {
        output.append("\\u00")
        output.append(hexDigits: byte)
      }
    }
  }

  /// Appends text of limited length; `escape` gets all but visible ASCII, and quotes and
  /// backslashes.
  @inline(__always)
  mutating func appendLogText(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>,
    escape: (_ output: inout [UInt8], _ byte: UInt8) -> Void
  ) {
    let end = Swift.min(range.upperBound, range.lowerBound + HTTPAccessLogRecord.textLimit)
    var start = range.lowerBound
    for index in range.lowerBound..<end {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F, byte != ASCII.quote, byte != ASCII.backslash { continue }
      append(bytes, start..<index)
      escape(&self, byte)
      start = index + 1
    }
    append(bytes, start..<end)
  }

  /// Appends the name of a principal, of limited length; `escape` gets hidden characters, quotes and
  /// backslashes.
  ///
  /// - Parameter escapesAll: Whether to escape spaces and characters outside ASCII, too.
  mutating func append(
    principal name: String, escapesAll: Bool,
    escape: (_ output: inout [UInt8], _ byte: UInt8) -> Void
  ) {
    var room = HTTPAccessLogRecord.textLimit
    for scalar in name.unicodeScalars {
      room -= scalar.utf8.count
      if room < 0 { return }
      let isPlain =
        switch scalar.value {
        case 0..<0x20, 0x22, 0x5C, 0x7F: false
        case 0x21..<0x7F: true
        default: !escapesAll && !scalar.isHidden
        }
      for byte in scalar.utf8 {
        if isPlain { append(byte) } else { escape(&self, byte) }
      }
    }
  }

  /// Appends two lower-case hexadecimal digits.
  mutating func append(hexDigits byte: UInt8) {
    append(ASCII.hexDigit(byte >> 4))
    append(ASCII.hexDigit(byte & 15))
  }

  /// Appends a duration as seconds with six decimals, such as `0.000123`.
  mutating func append(microsecondsOf nanoseconds: Int64) {
    let microseconds = Int(clamping: Swift.max(0, nanoseconds) / 1000)
    append(decimal: microseconds / 1_000_000)
    append(".")
    var divisor = 100_000
    while divisor > 0 {
      append(ASCII.zero &+ UInt8(truncatingIfNeeded: microseconds / divisor % 10))
      divisor /= 10
    }
  }
}

extension HTTPFieldName {
  public static let referer = HTTPFieldName("Referer")
  public static let userAgent = HTTPFieldName("User-Agent")
}
