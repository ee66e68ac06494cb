@testable import BackstackHTTP

/// Invariants of the parser, whatever the bytes are, for tests and the fuzzer.
enum ParserInvariants {
  /// Returns the first invariant that these bytes break with the default limits or with narrow
  /// ones, or `nil`.
  static func violation(_ bytes: [UInt8], seed: Int) -> String? {
    violation(bytes, limits: HTTPLimits(), seed: seed)
      ?? violation(bytes, limits: narrowLimits, seed: seed)
  }

  /// Limits that short inputs reach.
  private static let narrowLimits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.emptyLines = 1
    limits.requestLineBytes = 40
    limits.targetBytes = 20
    limits.fieldLineBytes = 30
    limits.fieldSectionBytes = 80
    limits.fieldCount = 3
    limits.bodyBytes = 12
    limits.chunkExtensionBytes = 8
    limits.trailerSectionBytes = 16
    limits.trailerCount = 2
    return limits
  }()

  private static func violation(_ bytes: [UInt8], limits: HTTPLimits, seed: Int) -> String? {
    let whole = ParsedStream([bytes[...]], limits: limits)
    var numbers = SeededNumbers(seed: seed)
    for maximum in [1, 7, 60] {
      let pieces = pieces(bytes, upTo: maximum, &numbers)
      guard ParsedStream(pieces, limits: limits) == whole else {
        return "In pieces of up to \(maximum) bytes, the result differs."
      }
    }
    if let violation = sizeViolation(whole, limits) { return violation }
    if whole.status != nil {
      let more = ParsedStream([bytes[...], ParsedStream.innocent[...]], limits: limits)
      if more != whole { return "Something is parsed after an error." }
    }
    let again = ParsedStream([whole.requests.flatMap(\.serialized)[...]], limits: serial(limits))
    return again.requests == whole.requests && again.status == nil
      ? nil : "An accepted request is not parsed the same when it is written again."
  }

  /// Returns the bytes in pieces of random lengths.
  static func pieces(
    _ bytes: [UInt8], upTo maximum: Int, _ numbers: inout SeededNumbers
  ) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = 1 + numbers.next(below: maximum)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  private static func sizeViolation(_ stream: ParsedStream, _ limits: HTTPLimits) -> String? {
    for request in stream.requests {
      // Each field has at least a colon, and each line ends in two bytes.
      let lines = request.fieldBytes.map { $0.name.count + $0.value.count + 1 }
      let section = lines.reduce(0) { $0 + $1 + 2 }
      if request.target.utf8.count > limits.targetBytes { return "The target is too long." }
      if lines.contains(where: { $0 > limits.fieldLineBytes }) { return "A field is too long." }
      if section > limits.fieldSectionBytes { return "The fields are too long." }
      if lines.count > limits.fieldCount { return "There are too many fields." }
      if request.body.count > limits.bodyBytes { return "The content is too long." }
    }
    return nil
  }

  /// Returns limits for requests that are written with a space after each colon.
  private static func serial(_ limits: HTTPLimits) -> HTTPLimits {
    var limits = limits
    limits.fieldSectionBytes += limits.fieldCount
    limits.fieldLineBytes += 1
    return limits
  }
}

extension ParsedStream {
  /// A request that every server accepts.
  static let innocent = Array("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
}

extension ParsedStream.Request {
  /// The request written again, its content in one chunk if it came in chunks.
  var serialized: [UInt8] {
    var bytes = Array("\(method) \(target) HTTP/\(isHTTP10 ? "1.0" : "1.1")\r\n".utf8)
    for field in fieldBytes {
      bytes += field.name + Array(": ".utf8) + field.value + Array("\r\n".utf8)
    }
    bytes += Array("\r\n".utf8)
    guard isChunked else { return bytes + body }
    if !body.isEmpty {
      bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
    }
    return bytes + Array("0\r\n\r\n".utf8)
  }

  private var isChunked: Bool {
    fieldBytes.contains {
      HTTPFieldName(String(decoding: $0.name, as: UTF8.self)) == .transferEncoding
    }
  }
}
