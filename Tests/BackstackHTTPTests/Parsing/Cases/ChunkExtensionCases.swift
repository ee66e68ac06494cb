extension ParserCase {
  /// RFC 9112 §7.1.1: the bytes that may follow a size.
  static let chunkExtensions: [ParserCase] =
    [
      ";a", ";a=b", ";a=\"b\"", ";a;b=c;d", " ;a", "\t; a", ";a = b", ";a =\t\"b\"", ";a=\"\"",
      ";a=\"b;\\\" \\\\ \t\u{e9}\" ;c",
    ].map {
      .accepted("§7.1.1 \(named($0))", chunked("2\($0)\r\nhi\r\n0\($0)\r\n\r\n"), "POST / - hi")
    }
    + [
      ";", ";;a", ";=b", ";a=", ";a=;b", ";a b", ";a=b c", ";a==b", ";a=\"b", ";a=\"b\\",
      ";a=\"b\"c", ";a=b\"c\"",
      ";a ", ";a=b ", ";a=\"b\" ", " a", "a=b=c", ";(", ";a=(", ";é", ";a\u{0}", ";a=\"\u{0}\"",
      ";a=\"\\\u{1}\"",
      ";a\n", ";a\rb", ";a\n2", ";a=\"\n\"", ";a=\"\r\n\"",
    ].map { .refused("§7.1.1 \(named($0))", chunked("2\($0)\r\nhi\r\n0\r\n\r\n")) }
    + [
      .refused(
        "§7.1.1 extensions longer than the limit",
        chunked("1;" + String(repeating: "a", count: 5000))),
      .refused(
        "§7.1.1 space longer than the limit", chunked("1" + String(repeating: " ", count: 5000))),
      .refused(
        "§7.1.1 many extensions longer than the limit",
        chunked(String(repeating: "1;aaaaaaaaaaaaaaa\r\nx\r\n", count: 300))),
    ]
}
