extension ParserCase {
  /// RFC 9112 §3.2.
  static let requestTarget: [ParserCase] = [
    .accepted("§3.2.1 a path and a query", line("GET /a/b?c=d&e HTTP/1.1"), "GET /a/b c=d&e "),
    .accepted("§3.2.1 an empty query", line("GET /? HTTP/1.1"), "GET /  "),
    .accepted("§3.2.1 a question mark in a query", line("GET /a??b HTTP/1.1"), "GET /a ?b "),
    .accepted(
      "§3.2.1 a path that begins with two slashes", line("GET //a/b HTTP/1.1"), "GET //a/b - "),
    .accepted("§3.2.1 bytes that browsers send", line("GET /|{}^?`\\ HTTP/1.1"), "GET /|{}^ `\\ "),
    .refused("§3.2.1 no leading slash", line("GET a HTTP/1.1")),
    .refused("§3.2.1 a query alone", line("GET ?a HTTP/1.1")),
    .refused("§3.2.1 a fragment", line("GET /a#b HTTP/1.1")),
    .refused("§3.2.1 a fragment after a query", line("GET /a?b#c HTTP/1.1")),
    .refused("§3.2.1 NUL", line("GET /\u{0} HTTP/1.1")),
    .refused("§3.2.1 DEL", line("GET /\u{7f} HTTP/1.1")),
    .refused("§3.2.1 a control byte", line("GET /\u{1} HTTP/1.1")),
    .refused("§3.2.1 a letter outside ASCII", line("GET /é HTTP/1.1")),
    .accepted("§3.2.2 an absolute form", line("GET http://a/x?y HTTP/1.1"), "GET /x y "),
    .accepted("§3.2.2 its host stands above Host", line("GET http://b/x HTTP/1.1"), "GET /x - "),
    .accepted("§3.2.2 a scheme in capitals, no path", line("GET HTTP://a HTTP/1.1"), "GET / - "),
    .accepted("§3.2.2 a query without a path", line("GET http://a?q HTTP/1.1"), "GET / q "),
    .accepted(
      "§3.2.2 an IPv6 host with a port", line("GET http://[::1]:8443/ HTTP/1.1"), "GET / - "),
    .refused("§3.2.2 an absolute form without Host", "GET http://a/ HTTP/1.1\r\n\r\n"),
    .refused(
      "§3.2.2 an absolute form with an invalid Host", "GET http://a/ HTTP/1.1\r\nHost: a b\r\n\r\n"),
    .refused("RFC 9110 §7.4 https without TLS", line("GET https://a/ HTTP/1.1"), 421),
    .refused("§3.2.2 another scheme", line("GET ftp://a/ HTTP/1.1")),
    .refused("§3.2.2 no slashes", line("GET http:a HTTP/1.1")),
    .refused("§3.2.2 no host", line("GET http:// HTTP/1.1")),
    .refused("§3.2.2 an empty host", line("GET http:///x HTTP/1.1")),
    .refused("§3.2.2 an empty host with a port", line("GET http://:80/x HTTP/1.1")),
    .refused("RFC 9110 §4.2.4 user information", line("GET http://u@a/ HTTP/1.1")),
    .refused("§3.2.2 a backslash in the host", line("GET http://a\\b/ HTTP/1.1")),
    .refused("§3.2.2 a port that is no number", line("GET http://a:b/ HTTP/1.1")),
    .refused("§3.2.2 a fragment after the host", line("GET http://a#b HTTP/1.1")),
    .refused("§3.2.3 CONNECT", line("CONNECT a:443 HTTP/1.1"), 501),
    .refused("§3.2.3 an authority for another method", line("GET a:443 HTTP/1.1")),
    .accepted("§3.2.4 OPTIONS *", line("OPTIONS * HTTP/1.1"), "OPTIONS  - "),
    .accepted(
      "§3.2.4 OPTIONS for a host without a path", line("OPTIONS http://a HTTP/1.1"), "OPTIONS  - "),
    .accepted(
      "§3.2.4 OPTIONS for the root of a host", line("OPTIONS http://a/ HTTP/1.1"), "OPTIONS / - "),
    .refused("§3.2.4 * for another method", line("GET * HTTP/1.1")),
    .refused("§3.2.4 * with more", line("OPTIONS */ HTTP/1.1")),
  ]
}
