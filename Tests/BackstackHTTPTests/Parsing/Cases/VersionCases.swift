extension ParserCase {
  /// RFC 9112 §2.3.
  static let version: [ParserCase] = [
    .accepted("§2.3 HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET / - "),
    .refused("§2.3 HTTP/1.2", line("GET / HTTP/1.2"), 505),
    .refused("§2.3 HTTP/1.9", line("GET / HTTP/1.9"), 505),
    .refused("§2.3 HTTP/2.0", line("GET / HTTP/2.0"), 505),
    .refused("§2.3 HTTP/3.0", line("GET / HTTP/3.0"), 505),
    .refused("§2.3 HTTP/0.9 with a version", line("GET / HTTP/0.9"), 505),
    .refused("§2.3 the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    .refused("§2.3 lower case", line("GET / http/1.1")),
    .refused("§2.3 mixed case", line("GET / Http/1.1")),
    .refused("§2.3 two digits after the dot", line("GET / HTTP/1.10")),
    .refused("§2.3 two digits before the dot", line("GET / HTTP/01.1")),
    .refused("§2.3 no minor version", line("GET / HTTP/1")),
    .refused("§2.3 no digit after the dot", line("GET / HTTP/1.")),
    .refused("§2.3 a sign for a digit", line("GET / HTTP/+.1")),
    .refused("§2.3 a comma for the dot", line("GET / HTTP/1,1")),
    .refused("§2.3 another protocol", line("GET / HTTPS/1.1")),
    .refused("§2.3 a digit of another script", line("GET / HTTP/1.\u{661}")),
  ]
}
