extension ParserCase {
  /// RFC 9112 §5, RFC 9110 §5.
  static let fieldLine: [ParserCase] = [
    .accepted("§5 an empty value", get("X:\r\n"), "GET / - "),
    .accepted("§5 space and tab around a value", get("X: \t a b \t\r\n"), "GET / - "),
    .accepted("§5 a tab in a value", get("X: a\tb\r\n"), "GET / - "),
    .accepted("§5 every token byte in a name", get("!#$%&'*+-.^_`|~09azAZ: 1\r\n"), "GET / - "),
    .accepted("RFC 9110 §5.5 bytes outside ASCII in a value", get("X: caf\u{e9}\r\n"), "GET / - "),
    .accepted("RFC 9110 §5.3 a field twice", get("X: 1\r\nX: 2\r\n"), "GET / - "),
    .refused("§5.1 a space before the colon", get("X : 1\r\n")),
    .refused("§5.1 a space before the colon of Host", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    .refused("§5.1 a tab before the colon", get("X\t: 1\r\n")),
    .refused("§5 no colon", get("NoColon\r\n")),
    .refused("§5 words without a colon", get("No colon\r\n")),
    .refused("§5 no name", get(": x\r\n")),
    .refused("§5 a space in a name", get("X Y: 1\r\n")),
    .refused("§5 a delimiter in a name", get("X(y): 1\r\n")),
    .refused("§5 NUL in a name", get("X\u{0}: 1\r\n")),
    .refused("§5 a letter outside ASCII in a name", get("X-é: 1\r\n")),
    // Folded to lower case as text, it would be a k.
    .refused("§5 a Kelvin sign in a name", get("X-\u{212A}: 1\r\n")),
    // As text, the mark would be one character with the colon.
    .refused("§5 a combining mark before the colon", get("X\u{301}: 1\r\n")),
    .accepted("§5 a combining mark after the colon", get("X:\u{301}1\r\n"), "GET / - "),
    .refused("§5.2 a line folded with a space", get("X: 1\r\n folded\r\n")),
    .refused("§5.2 a line folded with a tab", get("X: 1\r\n\tfolded\r\n")),
    .refused("§5.2 a folded line of spaces", get("X: 1\r\n  \r\n")),
    .refused("RFC 9110 §5.5 NUL in a value", get("X: \u{0}\r\n")),
    .refused("RFC 9110 §5.5 a control byte in a value", get("X: a\u{1}b\r\n")),
    .refused("RFC 9110 §5.5 DEL in a value", get("X: a\u{7f}\r\n")),
    .refused("RFC 9110 §5.5 a vertical tab in a value", get("X: \u{b}a\r\n")),
    .refused(
      "§5 a field line longer than the limit",
      get("X: \(String(repeating: "a", count: 17_000))\r\n"), 431),
    .refused(
      "§5 a section longer than the limit",
      get(String(repeating: "X: \(String(repeating: "a", count: 8000))\r\n", count: 5)), 431),
    .refused("§5 more fields than the limit", get(String(repeating: "a:\r\n", count: 100)), 431),
  ]
}
