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

  /// Appends the name of a principal, of limited length; `escape` gets control characters, quotes
  /// and backslashes.
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
        default: !escapesAll
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
