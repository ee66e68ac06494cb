extension ParserCase {
  /// RFC 9112 §2.1 and §2.2.
  static let messageParsing: [ParserCase] = [
    .accepted("§2.1 a request line, fields, an empty line", get(), "GET / - "),
    .refused("§2.2 a request line that ends in LF", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    .refused("§2.2 a field line that ends in LF", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
    .refused("§2.2 an empty line that is LF", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
    .refused("§2.2 all lines end in LF", "GET / HTTP/1.1\nHost: a\n\n"),
    .refused("§2.2 a line that ends in CR", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
    .refused("§2.2 a bare CR in a value", get("X: a\rb\r\n")),
    .refused("§2.2 a bare CR at the end of a value", get("X: a\r\r\n")),
    .refused("§2.2 a bare CR before a name", get("\rX: a\r\n")),
    .refused("§2.2 a bare CR before the request line", "\r" + get()),
    .refused("§2.2 a bare CR in the request line", line("GET /\ra HTTP/1.1")),
    .accepted("§2.2 an empty line before the request line", "\r\n" + get(), "GET / - "),
    .accepted("§2.2 two empty lines before it", "\r\n\r\n" + get(), "GET / - "),
    .refused("§2.2 more empty lines than the limit", "\r\n\r\n\r\n" + get()),
    .refused("§2.2 an empty line that is LF before it", "\n" + get()),
    .refused("§2.2 space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    .refused(
      "§2.2 a line of spaces before the first field", "GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n"),
    .refused("§2.2 TLS instead of HTTP", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n"),
  ]
}
