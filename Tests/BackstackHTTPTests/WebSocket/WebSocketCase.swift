import Testing

/// A row of the table: a rule of RFC 6455, the frames that test it, and the required outcome.
struct WebSocketCase: Sendable, CustomTestStringConvertible {
  /// The section and the rule, different in each row.
  let rule: String
  let bytes: [UInt8]
  /// The messages, and `closed` with the code.
  let events: [String]
  /// The frames that the server sends.
  let sent: [String]

  var testDescription: String { rule }

  static func row(
    _ rule: String, _ frames: [ClientFrame], _ events: String..., sent: [String] = []
  ) -> Self {
    Self(rule: rule, bytes: frames.bytes, events: events, sent: sent)
  }

  /// A row whose client makes a mistake.
  static func refused(
    _ rule: String, _ frames: [ClientFrame], _ code: Int, after events: String...
  ) -> Self {
    Self(
      rule: rule, bytes: frames.bytes, events: events + ["closed \(code)"],
      sent: ["close \(code)"])
  }

  static let all = messages + lengths + fragments + control + texts + closing + codes

  static let messages: [Self] =
    [
      .row("§5.6 a text", [.text("hello")], "text hello"),
      .row("§5.6 an empty text", [.text("")], "text "),
      .row("§5.6 bytes", [.binary([0, 255, 128])], "binary [0, 255, 128]"),
      .row("§5.6 two messages", [.text("a"), .text("b")], "text a", "text b"),
      .row("§5.3 a mask of zeros", [.text("a").with { $0.mask = [0, 0, 0, 0] }], "text a"),
      .row(
        "§5.3 a mask over nine bytes", [.text("012345678").with { $0.mask = [1, 2, 3, 4] }],
        "text 012345678"),
      .refused("§5.1 no mask", [.text("a").with { $0.mask = nil }], 1002),
      .refused("§5.1 no mask, nothing in it", [.text("").with { $0.mask = nil }], 1002),
      .refused("§5.2 the first reserved bit", [.text("a").with { $0.reservedBits = 4 }], 1002),
      .refused("§5.2 the second reserved bit", [.text("a").with { $0.reservedBits = 2 }], 1002),
      .refused("§5.2 the third reserved bit", [.text("a").with { $0.reservedBits = 1 }], 1002),
      .refused("§5.2 a reserved bit of a ping", [.ping().with { $0.reservedBits = 4 }], 1002),
    ]
    + (3...7).map { opcode in
      .refused("§5.2 opcode \(opcode)", [.text("a").with { $0.opcode = opcode }], 1002)
    }
    + (11...15).map { opcode in
      .refused("§5.2 opcode \(opcode)", [.text("").with { $0.opcode = opcode }], 1002)
    }

  static let lengths: [Self] =
    [
      125, 126, 127, 65_535, 65_536, 70_000,
    ].map { count in
      let text = String(repeating: "x", count: count)
      return .row("§5.2 \(count) bytes", [.text(text)], "text " + text)
    } + [
      .refused("§5.2 0 in two bytes", [.text("").with { $0.lengthBytes = 2 }], 1002),
      .refused("§5.2 125 in two bytes", [ones(125).with { $0.lengthBytes = 2 }], 1002),
      .refused("§5.2 5 in eight bytes", [ones(5).with { $0.lengthBytes = 8 }], 1002),
      .refused("§5.2 65,535 in eight bytes", [ones(65_535).with { $0.lengthBytes = 8 }], 1002),
      .refused("§5.2 2^63", [.text("").with { $0.length = 1 << 63 }], 1002),
      .refused("§5.2 2^64 - 1", [.text("").with { $0.length = .max }], 1002),
      .refused("§7.4.1 2^63 - 1", [.text("").with { $0.length = 1 << 63 - 1 }], 1009),
      .refused("§7.4.1 a byte more than the limit", [ones(70_001)], 1009),
      .refused(
        "§7.4.1 fragments longer than the limit",
        [ones(40_000).with { $0.isFinal = false }, ones(30_001).with { $0.opcode = 0 }], 1009),
      .row(
        "§5.2 half a frame", [.text("abc").with { $0.length = 4 }]),
    ]

  static let fragments: [Self] = [
    .row("§5.4 two fragments", [.text("a", isFinal: false), .more("b")], "text ab"),
    .row(
      "§5.4 empty fragments",
      [.text("", isFinal: false), .more("", isFinal: false), .more("")], "text "),
    .row(
      "§5.4 a ping between fragments",
      [.text("a", isFinal: false), .ping("p"), .more("b")], "text ab", sent: ["pong p"]),
    .row(
      "§5.4 fragments of bytes",
      [.binary([1], isFinal: false), .more("A", isFinal: false), .more("")], "binary [1, 65]"),
    .row(
      "§5.4 a close between fragments", [.text("a", isFinal: false), .close(1000)], "closed 1000",
      sent: ["close 1000"]),
    .refused("§5.4 a fragment of nothing", [.more("a")], 1002),
    .refused("§5.4 a first fragment of nothing", [.more("a", isFinal: false)], 1002),
    .refused("§5.4 a fragment after a message", [.text("a"), .more("b")], 1002, after: "text a"),
    .refused(
      "§5.4 a message inside a message", [.text("a", isFinal: false), .text("b")], 1002),
    .refused(
      "§5.4 bytes inside a text", [.text("a", isFinal: false), .binary([1])], 1002),
  ]

  static let control: [Self] = [
    .row("§5.5.2 a ping", [.ping("hello")], sent: ["pong hello"]),
    .row("§5.5.2 an empty ping", [.ping()], sent: ["pong "]),
    .row("§5.5.3 several pings", [.ping("1"), .ping("2"), .ping("3")], sent: ["pong 3"]),
    .row("§5.5.3 a pong without a ping", [.pong("hello")]),
    .row("§5.5 a ping of 125 bytes", [.ping(long)], sent: ["pong " + long]),
    .refused("§5.5 a ping of 126 bytes", [.ping(long + "x")], 1002),
    .refused("§5.5 a pong of 126 bytes", [.pong(long + "x")], 1002),
    .refused("§5.5 a close of 126 bytes", [.close(1000, long)], 1002),
    .refused("§5.5 a fragmented ping", [.ping().with { $0.isFinal = false }], 1002),
    .refused("§5.5 a fragmented close", [.close(1000).with { $0.isFinal = false }], 1002),
    .refused("§5.5 a ping's length in two bytes", [.ping().with { $0.lengthBytes = 2 }], 1002),
  ]

  static let texts: [Self] =
    [
      .row(
        "§8.1 characters of two to four bytes", [.text("äक𝄞\u{10FFFF}\u{FFFF}")],
        "text äक𝄞\u{10FFFF}\u{FFFF}"),
      .row("§8.1 U+0000", [.text("\u{0}")], "text \u{0}"),
      .row(
        "§8.1 a character in two fragments",
        [utf8([0xE2], isFinal: false), utf8([0x82, 0xAC]).with { $0.opcode = 0 }], "text €"),
      .refused(
        "§8.1 half a character, in two fragments",
        [utf8([0xE2], isFinal: false), utf8([0x82]).with { $0.opcode = 0 }], 1007),
      .row(
        "§8.1 half a character, and more to come", [utf8([0xE2], isFinal: false)]),
      .row(
        "§5.6 bytes that are no text, in fragments",
        [.binary([0xFF], isFinal: false), .more("")], "binary [255]"),
      .refused(
        "§8.1 an error before the last fragment", [utf8([0x61, 0xFF], isFinal: false)], 1007),
      .refused(
        "§8.1 an error before a frame's end", [utf8([0xFF]).with { $0.length = 50 }], 1007),
    ]
    + [
      ("a tail alone", [0x80]), ("a head alone", [0xC3]), ("two heads", [0xC3, 0xC3]),
      ("a long form of /", [0xC0, 0xAF]), ("a long form of U+007F", [0xC1, 0xBF]),
      ("a long form of U+07FF", [0xE0, 0x9F, 0xBF]),
      ("a long form of U+FFFF", [0xF0, 0x8F, 0xBF, 0xBF]),
      ("the first surrogate", [0xED, 0xA0, 0x80]), ("the last surrogate", [0xED, 0xBF, 0xBF]),
      ("U+110000", [0xF4, 0x90, 0x80, 0x80]), ("0xF5", [0xF5, 0x80, 0x80, 0x80]), ("0xFE", [0xFE]),
      ("FF", [0xFF]), ("the end inside a character", [0xF0, 0x9D, 0x84]),
    ].map { name, bytes in .refused("§8.1 \(name)", [utf8(bytes)], 1007) }

  static let closing: [Self] = [
    .row("§5.5.1 a close", [.close(1000)], "closed 1000", sent: ["close 1000"]),
    .row("§5.5.1 a close without a code", [.close()], "closed 1005", sent: ["close"]),
    .row(
      "§5.5.1 a close with a reason", [.close(1001, "bye")], "closed 1001", sent: ["close 1001"]),
    .row(
      "§5.5.1 a reason of 123 bytes", [.close(1000, String(long.dropLast(2)))], "closed 1000",
      sent: ["close 1000"]),
    .row(
      "§5.5.1 a message after a close", [.close(1000), .text("late")], "closed 1000",
      sent: ["close 1000"]),
    .row(
      "§5.5.1 a mistake after a close", [.close(1000), .more("late")], "closed 1000",
      sent: ["close 1000"]),
    .row(
      "§5.5.1 a ping before a close", [.ping("p"), .close(1000)], "closed 1000",
      sent: ["close 1000"]),
    .refused("§5.5.1 half a code", [.close().with { $0.content = [3] }], 1002),
    .refused(
      "§5.5.1 a reason that is not UTF-8", [.close().with { $0.content = [3, 232, 255] }], 1007),
    .refused("§7.1.7 a message after a mistake", [.more("a"), .text("late")], 1002),
  ]

  private static let validCodes = [
    1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
  ]
  private static let invalidCodes = [
    0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
  ]

  static let codes: [Self] =
    validCodes.map { code in
      .row("§7.4 code \(code)", [.close(code)], "closed \(code)", sent: ["close \(code)"])
    } + invalidCodes.map { code in .refused("§7.4 code \(code)", [.close(code)], 1002) }

  private static let long = String(repeating: "x", count: 125)

  private static func ones(_ count: Int) -> ClientFrame {
    .text(String(repeating: "1", count: count))
  }

  private static func utf8(_ bytes: [UInt8], isFinal: Bool = true) -> ClientFrame {
    ClientFrame(opcode: 1, content: bytes, isFinal: isFinal)
  }
}
