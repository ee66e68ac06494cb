extension ParserCase {
  /// RFC 9112 §9.3.2: several requests in a row.
  static let pipelining: [ParserCase] = [
    .accepted(
      "§9.3.2 requests of every framing",
      "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi" + line("GET /2 HTTP/1.1")
        + "\r\n"
        + "PUT /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
        + line("GET /4 HTTP/1.1"),
      "POST /1 - hi", "GET /2 - ", "PUT /3 - x", "GET /4 - "),
    .accepted(
      "§2.2 empty lines before each of them", "\r\n\r\n" + get() + "\r\n\r\n" + get(), "GET / - ",
      "GET / - "),
    .accepted(
      "§3.2.2 absolute forms behind another request, with a path and without",
      line("GET /long-enough HTTP/1.1") + line("GET http://a HTTP/1.1")
        + line("GET http://b/c?d HTTP/1.1") + line("GET http://e?f HTTP/1.1"),
      "GET /long-enough - ", "GET / - ", "GET /c d ", "GET / f "),
    .accepted(
      "§6.3 a request in content is content",
      post("Content-Length: 18\r\n", "GET / HTTP/1.1\r\n\r\n") + line("PUT /2 HTTP/1.1"),
      "POST / - GET / HTTP/1.1\r\n\r\n", "PUT /2 - "),
  ]
}
