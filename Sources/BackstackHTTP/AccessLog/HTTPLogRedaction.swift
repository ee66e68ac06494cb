/// What a log leaves out of request targets and other URLs, where some of what they name is secret.
///
/// Of a secret in the path it keeps the beginning, by which one who knows the rest recognizes it, and of
/// one in the query nothing. What is secret is known by the routes; in a path that no route has, or in
/// the URL of another server, anything might be, so that of every part the beginning is kept only. Of what
/// looks like a key the beginning is kept wherever it stands: a client may have put it in a wrong place.
final class HTTPLogRedaction: Sendable {
  /// The places of secrets among the segments of the paths of a route, by the number of its pattern.
  private let secretSegments: [[Int]]
  /// Longer segments of patterns, which are no secrets.
  private let literals: [[UInt8]]
  private let secretNames: Set<String>

  /// How many bytes are kept of what may be a secret.
  static let keptBytes = 8
  /// As many hexadecimal digits in a row look like a key.
  private static let keyDigits = 32

  /// - Parameter patterns: The patterns of routes; the first has the number 1.
  /// - Returns: `nil` when nothing is secret.
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

  /// The name of a parameter in a pattern; empty for a literal.
  private static func parameter(_ segment: Substring) -> String {
    segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : ""
  }

  // MARK: Visiting

  /// Visits what is kept of a request's target, piece by piece.
  ///
  /// - Parameters:
  ///   - route: The number of the pattern that the path has reached, 0 for none.
  ///   - body: Gets a range of bytes, and whether something was left out behind it.
  func visitTarget(
    of request: HTTPRequest.Storage, route: Int, _ body: (Range<Int>, _ isCut: Bool) -> Void
  ) {
    let bytes = request.head.fields.bytes
    let (target, path) = (request.head.target.range, request.head.path.range)
    let authorityEnd = request.head.authority?.range.upperBound ?? target.lowerBound
    guard route > 0, route < secretSegments.count else {
      Self.visitPlain(bytes.span, target.lowerBound..<authorityEnd, false, body)
      return visitParts(bytes.span, authorityEnd..<target.upperBound, body)
    }
    var start = target.lowerBound
    var segment = path.lowerBound
    var number = 0
    while segment < path.upperBound {
      let end = HTTPRequest.segmentEnd(bytes.span, from: segment &+ 1, to: path.upperBound)
      if secretSegments[route].contains(number), end &- segment &- 1 > Self.keptBytes {
        Self.visitPlain(bytes.span, start..<beginning(bytes.span, segment &+ 1), true, body)
        start = end
      }
      segment = end
      number &+= 1
    }
    // An empty path stands before the authority.
    let pathEnd = max(path.upperBound, authorityEnd)
    Self.visitPlain(bytes.span, start..<pathEnd, false, body)
    visitParts(bytes.span, pathEnd..<target.upperBound, body)
  }

  /// Visits what is kept of a URL that a client has sent, piece by piece.
  func visitURL(_ bytes: borrowing Span<UInt8>, _ body: (Range<Int>, _ isCut: Bool) -> Void) {
    var start = 0
    // Behind the host.
    if let slashes = (0..<bytes.count).first(where: { bytes[$0] == ASCII.slash }),
      slashes > 0, slashes &+ 1 < bytes.count, bytes[slashes &- 1] == ASCII.colon,
      bytes[slashes &+ 1] == ASCII.slash
    {
      start = slashes &+ 2
      while start < bytes.count, !Self.isDelimiter(bytes[start]) { start &+= 1 }
      // What stands before an @ is a name and a password.
      if (0..<start).contains(where: { bytes[$0] == 0x40 }) { start = slashes &+ 2 }
      Self.visitPlain(bytes, 0..<start, false, body)
    }
    visitParts(bytes, start..<bytes.count, body)
  }

  /// Visits a text that has no secrets where they belong: it is whole but for what looks like a key.
  static func visitPlain(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ isCut: Bool,
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

  /// Visits what is kept of a text that may have secrets anywhere: of each part between delimiters the
  /// beginning, and nothing of the value of a parameter that is known to be secret.
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

  /// Where the beginning ends of a part that is longer: no escape is cut.
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
