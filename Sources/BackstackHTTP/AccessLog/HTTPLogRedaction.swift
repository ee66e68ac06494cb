/// The redaction of request targets and other URLs in logs: some of their parts may be secret.
///
/// A secret in the path is shortened to its beginning, so that those who know it can recognise it;
/// a secret in the query is omitted. The routes define which parts are secret. In a path without a
/// route, or in the URL of another server, any part may be secret, so every part is shortened to
/// its beginning. Text that looks like a key is shortened wherever it is: a client may have put it
/// in the wrong place.
final class HTTPLogRedaction: Sendable {
  /// The indices of the secret segments in each route's pattern, by the pattern's number.
  private let secretSegments: [[Int]]
  /// The longer literal segments of patterns, which are not secret.
  private let literals: [[UInt8]]
  private let secretNames: Set<String>

  /// The number of bytes to which a possible secret is shortened.
  static let keptBytes = 8
  /// The number of hexadecimal digits in a row that look like a key.
  private static let keyDigits = 32

  /// - Parameter patterns: The patterns of the routes; the first has the number 1.
  /// - Returns: `nil` if nothing is secret.
  init?(patterns: [String], secretParameters: Set<String>) {
    guard !secretParameters.isEmpty else { return nil }
    secretNames = secretParameters
    let paths = patterns.map { pattern in
      pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }
    secretSegments =
      [[]]
      + paths.map { segments in
        segments.indices.filter { secretParameters.contains(Self.parameter(segments[$0])) }
      }
    literals = Set(paths.joined().filter { $0.utf8.count > Self.keptBytes && !$0.hasPrefix("{") })
      .map { Array($0.utf8) }
  }

  /// Returns the name of a parameter in a pattern; empty for a literal.
  private static func parameter(_ segment: Substring) -> String {
    segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : ""
  }

  // MARK: Visiting

  /// Visits the parts of a request's target that are logged.
  ///
  /// - Parameters:
  ///   - route: The number of the matched route's pattern, 0 for none.
  ///   - body: Gets a range of bytes and whether something after it is left out.
  func visitTarget(
    of request: HTTPRequest.Storage, route: Int, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    let bytes = request.head.fields.bytes
    let (target, path) = (request.head.target.range, request.head.path.range)
    let authorityEnd = request.head.authority?.range.upperBound ?? target.lowerBound
    guard route > 0, route < secretSegments.count else {
      Self.visitPlain(bytes.span, target.lowerBound..<authorityEnd, isCut: false, body)
      return visitParts(bytes.span, authorityEnd..<target.upperBound, body)
    }
    var start = target.lowerBound
    var segment = path.lowerBound
    var number = 0
    while segment < path.upperBound {
      let end = HTTPRequest.segmentEnd(bytes.span, from: segment &+ 1, to: path.upperBound)
      if secretSegments[route].contains(number), end &- segment &- 1 > Self.keptBytes {
        Self.visitPlain(bytes.span, start..<beginning(bytes.span, segment &+ 1), isCut: true, body)
        start = end
      }
      segment = end
      number &+= 1
    }
    // An empty path is positioned before the authority.
    let pathEnd = max(path.upperBound, authorityEnd)
    Self.visitPlain(bytes.span, start..<pathEnd, isCut: false, body)
    visitParts(bytes.span, pathEnd..<target.upperBound, body)
  }

  /// Visits the parts that are logged of a URL from a client.
  func visitURL(_ bytes: borrowing Span<UInt8>, _ body: (Range<Int>, _ isCut: Bool) -> Void) {
    var start = 0
    // Begin after the host.
    if let slashes = (0..<bytes.count).first(where: { bytes[$0] == ASCII.slash }),
      slashes > 0, slashes &+ 1 < bytes.count, bytes[slashes &- 1] == ASCII.colon,
      bytes[slashes &+ 1] == ASCII.slash
    {
      start = slashes &+ 2
      while start < bytes.count, !Self.isDelimiter(bytes[start]) { start &+= 1 }
      // The text before an @ is a name and a password.
      if (0..<start).contains(where: { bytes[$0] == 0x40 }) { start = slashes &+ 2 }
      Self.visitPlain(bytes, 0..<start, isCut: false, body)
    }
    visitParts(bytes, start..<bytes.count, body)
  }

  /// Visits text that should contain no secrets; only parts that look like a key are shortened.
  static func visitPlain(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, isCut: Bool,
    _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    var start = range.lowerBound
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index
      while end < range.upperBound, ASCII.hexValue(bytes[end]) != nil { end &+= 1 }
      if end &- index >= keyDigits {
        body(start..<(index &+ keptBytes), true)
        start = end
      }
      index = end &+ 1
    }
    body(start..<range.upperBound, isCut)
  }

  /// Visits text that may contain secrets anywhere: each part between delimiters is shortened to
  /// its beginning, and the values of secret parameters are omitted.
  private func visitParts(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>,
    _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    var start = range.lowerBound
    var part = range.lowerBound
    var isSecret = false
    while part < range.upperBound {
      var end = part
      while end < range.upperBound, !Self.isDelimiter(bytes[end]) { end &+= 1 }
      if isSecret, end > part {
        body(start..<part, true)
        start = end
      } else if end &- part > Self.keptBytes, !isLiteral(bytes, part..<end) {
        body(start..<beginning(bytes, part), true)
        start = end
      }
      isSecret =
        end < range.upperBound && bytes[end] == ASCII.equals && isSecretName(bytes, part..<end)
      part = end &+ 1
    }
    body(start..<range.upperBound, false)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.slash, ASCII.question, ASCII.ampersand, ASCII.equals, ASCII.hash: true
    default: false
    }
  }

  /// Returns the end of a longer part's beginning, such that no escape is cut.
  private func beginning(_ bytes: borrowing Span<UInt8>, _ start: Int) -> Int {
    let end = start &+ Self.keptBytes
    for index in (end &- 2)..<end where bytes[index] == ASCII.percent { return index }
    return end
  }

  private func isLiteral(_ bytes: borrowing Span<UInt8>, _ part: Range<Int>) -> Bool {
    literals.contains { literal in
      guard literal.count == part.count else { return false }
      for index in literal.indices where literal[index] != bytes[part.lowerBound &+ index] {
        return false
      }
      return true
    }
  }

  private func isSecretName(_ bytes: borrowing Span<UInt8>, _ name: Range<Int>) -> Bool {
    PercentDecoding.decodeText(bytes, name, plusIsSpace: true).map(secretNames.contains) ?? true
  }
}
