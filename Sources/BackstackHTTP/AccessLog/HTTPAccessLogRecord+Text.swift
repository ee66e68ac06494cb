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
