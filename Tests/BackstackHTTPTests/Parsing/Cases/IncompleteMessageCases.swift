extension ParserCase {
  /// RFC 9112 §8: incomplete messages are not requests.
  static let incompleteMessages: [ParserCase] = [
    .incomplete("§8 nothing", ""),
    .incomplete("§8 an empty line", "\r\n"),
    .incomplete("§8 half a request line", "GET / HT"),
    .incomplete("§8 a request line", "GET / HTTP/1.1\r\n"),
    .incomplete("§8 fields without their end", "GET / HTTP/1.1\r\nHost: a\r\n"),
    .incomplete("§8 fields with half their end", "GET / HTTP/1.1\r\nHost: a\r\n\r"),
    .incomplete("§8 less content than announced", post("Content-Length: 5\r\n", "hell")),
    .incomplete("§8 no chunk", chunked("")),
    .incomplete("§8 half a chunk", chunked("5\r\nhel")),
    .incomplete("§8 no last chunk", chunked("5\r\nhello\r\n")),
    .incomplete("§8 no end of the trailer section", chunked("0\r\n")),
    .incomplete("§8 half an end of the trailer section", chunked("0\r\nX: 1\r\n\r")),
  ]
}
