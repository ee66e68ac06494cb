extension ParserCase {
  private static func length(_ value: String) -> String {
    post("Content-Length: \(value)\r\n", "hello")
  }

  /// RFC 9112 §6.2 and §6.3, RFC 9110 §8.6.
  static let contentLength: [ParserCase] =
    [
      .accepted("§6.3 neither length nor coding is no content", post(""), "POST / - "),
      .accepted("§6.2 a length", length("5"), "POST / - hello"),
      .accepted("§6.2 zero", post("Content-Length: 0\r\n"), "POST / - "),
      .accepted("§6.2 leading zeros", length("0000000000000000000005"), "POST / - hello"),
      .accepted("§6.2 space around", length(" \t5\t "), "POST / - hello"),
      .accepted(
        "§6.2 in HTTP/1.0", "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi", "POST / - hi"),
      .accepted(
        "RFC 9110 §9.3.1 content of a GET is read", get("Content-Length: 2\r\n") + "hi",
        "GET / - hi"),
      .refused("§6.3 twice, different", length("5\r\nContent-Length: 6")),
      .refused("§6.3 twice, the same", length("5\r\nContent-Length: 5")),
      .refused("§6.2 more than the limit", post("Content-Length: 1048577\r\n"), 413),
      .refused("§6.2 the largest number", post("Content-Length: 9223372036854775807\r\n"), 413),
    ]
    + [
      "", "+5", "-5", "-0", "0x5", "5_0", "5 5", "5,5", "5, 5", "5, 6", "5.0", "five", "5;", "1e3",
      "5\u{b}", "\"5\"",
      "\u{661}", "\u{ff15}", "99999999999999999999", "9223372036854775808", "18446744073709551616",
      "18446744073709551621",
    ].map { .refused("§6.2 Content-Length: \($0)", length($0)) }
}
