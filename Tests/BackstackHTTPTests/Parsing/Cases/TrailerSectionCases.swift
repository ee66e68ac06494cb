extension ParserCase {
  /// RFC 9112 §7.1.2.
  static let trailerSection: [ParserCase] =
    [
      .accepted("§7.1.2 trailers", chunked("1\r\nx\r\n0\r\nX-Sum: 1\r\nY:\r\n\r\n"), "POST / - x"),
      .accepted(
        "RFC 9110 §6.5.1 trailers that would be framing",
        chunked("0\r\nContent-Length: 9\r\nTransfer-Encoding: gzip\r\nHost: b\r\n\r\n"), "POST / - "
      ),
      .refused(
        "§7.1.2 trailers longer than the limit",
        chunked(
          "0\r\n" + String(repeating: "X: \(String(repeating: "a", count: 3000))\r\n", count: 3)),
        431),
      .refused(
        "§7.1.2 a trailer longer than a line may be",
        chunked("0\r\nX: " + String(repeating: "a", count: 33_000)), 431),
      .refused(
        "§7.1.2 more trailers than the limit",
        chunked("0\r\n" + String(repeating: "a:\r\n", count: 33)), 431),
    ]
    + [
      "X : 1\r\n\r\n", "X\r\n\r\n", ": 1\r\n\r\n", "X: 1\n\r\n", "X: 1\r\n\n", "\rX\n", "\n",
      "X: 1\r\n y\r\n\r\n", " X: 1\r\n\r\n", "X: \u{0}\r\n\r\n", "X: a\rb\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
    ].map { .refused("§7.1.2 \(named($0))", chunked("0\r\n\($0)")) }
}
