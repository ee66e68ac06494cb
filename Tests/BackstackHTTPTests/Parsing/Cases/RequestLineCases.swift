extension ParserCase {
  /// RFC 9112 §3 and §3.1.
  static let requestLine: [ParserCase] = [
    .accepted(
      "§3.1 a method that is any token", line("BREW-it.now! /pot HTTP/1.1"), "BREW-it.now! /pot - "),
    .refused("§3 no version", "GET /\r\n\r\n"),
    .refused("§3 no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("§3 a method alone", "GET\r\n\r\n"),
    .refused("§3 no method", "/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("§3 space before the method", line(" GET / HTTP/1.1")),
    .refused("§3 two spaces after the method", line("GET  / HTTP/1.1")),
    .refused("§3 two spaces after the target", line("GET /  HTTP/1.1")),
    .refused("§3 space after the version", line("GET / HTTP/1.1 ")),
    .refused("§3 a tab for a space", line("GET\t/ HTTP/1.1")),
    .refused("§3 a vertical tab for a space", line("GET\u{b}/ HTTP/1.1")),
    .refused("§3 a form feed for a space", line("GET /\u{c}HTTP/1.1")),
    .refused("§3 four words", line("GET /a b HTTP/1.1")),
    .refused("§3.1 a delimiter in the method", line("G(T / HTTP/1.1")),
    .refused("§3.1 a colon in the method", line("GET: / HTTP/1.1")),
    .refused("§3.1 a method in quotes", line("\"GET\" / HTTP/1.1")),
    .refused("§3.1 a letter outside ASCII in the method", line("GÉT / HTTP/1.1")),
    .refused("§3.1 NUL in the method", line("GE\u{0}T / HTTP/1.1")),
    .refused(
      "§3 a request line longer than the limit",
      line("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1"), 414),
    .refused(
      "§3 a method longer than the limit",
      line(String(repeating: "A", count: 9000) + " / HTTP/1.1"), 501),
  ]
}
