extension ParserCase {
  private static func coded(_ value: String) -> String {
    post("Transfer-Encoding: \(value)\r\n", "0\r\n\r\n")
  }

  /// RFC 9112 §6.1 and §6.3.
  static let transferEncoding: [ParserCase] = [
    .accepted("§6.1 chunked", coded("chunked"), "POST / - "),
    .accepted("§6.1 in any case, with space around", coded(" \tCHUNKed\t "), "POST / - "),
    .refused("§6.1 a coding that is not implemented", coded("gzip"), 501),
    .refused("§6.1 such a coding before chunked", coded("gzip, chunked"), 501),
    .refused(
      "§6.1 such a coding in a field of its own", coded("gzip\r\nTransfer-Encoding: chunked"), 501),
    .refused("§6.1 such a coding with parameters", coded("gzip;q=1, chunked"), 501),
    .refused("§6.1 identity", coded("identity"), 501),
    .refused("§6.1 a longer name", coded("xchunked"), 501),
    .refused("§6.1 chunked twice", coded("chunked, chunked")),
    .refused("§6.1 chunked in two fields", coded("chunked\r\nTransfer-Encoding: chunked")),
    .refused("§6.3 chunked not last", coded("chunked, gzip")),
    .refused(
      "§6.3 chunked not last, in two fields", coded("chunked\r\nTransfer-Encoding: identity")),
    .refused("§6.1 chunked with a comma after", coded("chunked,")),
    .refused("§6.1 chunked with a comma before", coded(",chunked")),
    .refused("§7.1 chunked with a parameter", coded("chunked;q=1")),
    .refused("§6.1 chunked in quotes", coded("\"chunked\"")),
    .refused("§6.1 two words", coded("gzip chunked")),
    .refused("§6.1 no coding", coded("")),
    .refused("§6.1 a vertical tab before", coded("\u{b}chunked")),
    .refused("§6.1 a Kelvin sign", coded("chun\u{212A}ed")),
    .refused("§6.1 a space before the colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n")),
    .refused("§6.1 in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    .refused("§6.1 unknown, in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: gzip\r\n\r\n"),
    .refused("§6.3 after Content-Length", coded("chunked\r\nContent-Length: 5")),
    .refused(
      "§6.3 before Content-Length",
      post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")),
    .refused("§6.3 unknown, with Content-Length", coded("gzip\r\nContent-Length: 5")),
  ]
}
