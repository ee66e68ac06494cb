extension ParserCase {
  /// RFC 9110 §10.1.1.
  static let expectation: [ParserCase] = [
    .accepted(
      "RFC 9110 §10.1.1 100-continue", post("Expect: 100-Continue\r\nContent-Length: 2\r\n", "hi"),
      "POST / - hi"),
    .accepted(
      "RFC 9110 §10.1.1 100-continue without content", get("Expect: 100-continue\r\n"), "GET / - "),
    .refused(
      "RFC 9110 §10.1.1 another expectation", post("Expect: 200-ok\r\nContent-Length: 2\r\n", "hi"),
      417),
    .refused(
      "RFC 9110 §10.1.1 one more expectation",
      post("Expect: 100-continue, x\r\nContent-Length: 2\r\n", "hi"), 417),
    .refused(
      "RFC 9110 §10.1.1 one more in a field of its own",
      post("Expect: 100-continue\r\nExpect: x\r\nContent-Length: 2\r\n", "hi"), 417),
    .refused(
      "RFC 9110 §10.1.1 an empty expectation", post("Expect:\r\nContent-Length: 2\r\n", "hi"), 417),
  ]
}
