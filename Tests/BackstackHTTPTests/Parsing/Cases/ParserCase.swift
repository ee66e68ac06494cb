import Testing

/// A row of the tables: a rule of RFC 9112 (or of RFC 9110, where that is named), bytes that test
/// it, and the required outcome.
struct ParserCase: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    /// Each request as `method path query content`.
    case accepted([String])
    case refused(status: Int)
    /// More input is needed.
    case incomplete
  }

  /// The section and the rule, different in each row.
  let rule: String
  let text: String
  let outcome: Outcome

  var testDescription: String { rule }
  var bytes: [UInt8] { Array(text.utf8) }

  static func accepted(_ rule: String, _ text: String, _ requests: String...) -> ParserCase {
    ParserCase(rule: rule, text: text, outcome: .accepted(requests))
  }

  static func refused(_ rule: String, _ text: String, _ status: Int = 400) -> ParserCase {
    ParserCase(rule: rule, text: text, outcome: .refused(status: status))
  }

  static func incomplete(_ rule: String, _ text: String) -> ParserCase {
    ParserCase(rule: rule, text: text, outcome: .incomplete)
  }

  /// A GET with this request line.
  static func line(_ line: String) -> String { "\(line)\r\nHost: a\r\n\r\n" }
  /// A GET with this `Host` and these other field lines, each with its line end.
  static func get(host: String = "a", _ fields: String = "") -> String {
    "GET / HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
  }
  /// A POST with these field lines, each with its line end, and this content.
  static func post(_ fields: String, _ content: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
  }
  /// A POST in chunks.
  static func chunked(_ content: String) -> String {
    post("Transfer-Encoding: chunked\r\n", content)
  }

  /// All tables, in the order of the sections.
  static let all =
    messageParsing + version + requestLine + requestTarget + host + fieldLine + singletonFields
    + transferEncoding
    + contentLength + chunkedCoding + chunkExtensions + trailerSection + incompleteMessages
    + pipelining + expectation
}
