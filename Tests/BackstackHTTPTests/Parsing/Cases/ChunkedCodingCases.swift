extension ParserCase {
  /// RFC 9112 §7.1.
  static let chunkedCoding: [ParserCase] =
    [
      .accepted("§7.1 chunks", chunked("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"), "POST / - hello!"),
      .accepted("§7.1 no chunk but the last", chunked("0\r\n\r\n"), "POST / - "),
      .accepted(
        "§7.1 digits in any case, leading zeros",
        chunked("00a\r\n0123456789\r\nA\r\n0123456789\r\n000\r\n\r\n"),
        "POST / - 01234567890123456789"),
      .accepted(
        "§7.1 line ends in a chunk", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n"), "POST / - \r\n\r\n"),
      .refused("§7.1 a chunk larger than the limit", chunked("100001\r\n"), 413),
      .refused("§7.1 chunks larger than the limit", chunked("1\r\nx\r\n100000\r\n"), 413),
      .refused("§7.1 a chunk of the largest number", chunked("7FFFFFFFFFFFFFFF\r\n"), 413),
    ]
    + [
      "\r\n", "g\r\n", "+5\r\nhello\r\n", "-1\r\n", "0x5\r\nhello\r\n", " 5\r\nhello\r\n", "5,\r\n",
      "5_0\r\n", "5 5\r\n",
      "5.0\r\n", "5h\r\n", "\u{661}\r\n", "5\nhello\r\n", "5\rhello", "5\r\rhello",
      "5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\r",
      "5\r\nhelloXX0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello\r0\r\n\r\n",
      "5\r\nhell\r\n0\r\n\r\n", "5\r\nhello!\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
      "5\t\r\nhello\r\n0\r\n\r\n", "5\u{0}\r\n",
      "00000000000000001\r\nx\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", "8000000000000000\r\n",
      "FFFFFFFFFFFFFFFF1\r\n", "100000000000000005\r\nhello\r\n0\r\n\r\n",
    ].map { .refused("§7.1 \(named($0))", chunked($0)) }

  /// Returns the bytes in a form that can be part of a name.
  static func named(_ text: String) -> String { text.debugDescription }
}
