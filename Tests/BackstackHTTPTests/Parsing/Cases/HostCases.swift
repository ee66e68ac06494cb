extension ParserCase {
  /// RFC 9112 §3.2, RFC 9110 §7.2, RFC 3986 §3.2.2 and §3.2.3.
  static let host: [ParserCase] =
    [
      "a.example", "A-b_c.example.", "127.0.0.1", "127.0.0.1:8080", "a:", "a:0", "a:65535",
      "[::1]", "[::]:80", "[2001:db8::a:1]", "[1:2:3:4:5:6:7:8]", "[::ffff:192.0.2.1]",
      "[1::8]", "[1:2:3:4:5:6:7::]", "xn--bcher-kva.example", "%C3%A9.example", "1.2.3.4.5",
      "a!$&'()*+,;=",
    ].map { .accepted("§3.2 Host: \($0)", get(host: $0), "GET / - ") }
    + [
      "a b", "a/b", "u@a", "é", "a\\b", "a?b", "a#b", "<a>", "\"a\"", "http://a", "a:b", "a:1:2",
      ":80", "a:-1", "a:+1",
      "a:65536", "a:99999999999999999999", "%", "%4", "%zz", "a%", "[", "[]", "[::1", "::1",
      "[::1]a", "[::1]:x", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[:::]",
      "[12345::]",
      "[1:2:3:4:5:6:7::8]", "[:1:2:3:4:5:6:7]", "[1:]", "[::1.2.3]", "[::1.2.3.256]",
      "[::1.2.3.04]", "[::1.2.3.4.5]", "[1.2.3.4]",
      "[fe80::1%25eth0]", "[v1.a]", "a]", "a\u{1}", "a, b",
    ].map { .refused("§3.2 Host: \($0)", get(host: $0)) }
    + [
      .accepted("§3.2 an empty Host", get(host: ""), "GET / - "),
      .accepted("§3.2 space around Host", get(host: " \t a \t"), "GET / - "),
      .accepted("§3.2 HTTP/1.0 with Host", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET / - "),
      .refused("§3.2 no Host", "GET / HTTP/1.1\r\n\r\n"),
      .refused("§3.2 no Host but the like", "GET / HTTP/1.1\r\nX-Host: a\r\n\r\n"),
      .refused("§3.2 Host twice, the same", get("Host: a\r\n")),
      .refused("§3.2 Host twice, in other case", get("hOST: b\r\n")),
      .refused("§3.2 Host twice in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n"),
      .refused("§3.2 an invalid Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n"),
    ]
}
