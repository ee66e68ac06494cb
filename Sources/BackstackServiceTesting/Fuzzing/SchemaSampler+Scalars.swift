import BackstackCoding

extension SchemaSampler {
  private static let limits = [
    Int128(Int.max), Int128(Int.min), Int128(Int.max) - 1, Int128(Int.min) + 1, Int128(Int32.max),
    Int128(Int32.min), Int128(UInt32.max), Int128(UInt64.max), 1 << 53, 1_000_000_007, 255, 256,
    -128, 65_536,
  ]

  /// Returns an integer within the bounds of a schema. The bounds are as likely as small numbers,
  /// and sometimes the integer exists in the state already.
  mutating func integer(_ schema: JSONLiteral) -> JSONLiteral {
    func bound(_ keyword: String) -> Int128? {
      if case .number(let text) = schema[keyword] { return Int128(text) }
      return nil
    }
    let least = bound("minimum") ?? Int128(Int.min)
    let most = max(least, bound("maximum") ?? Int128(Int.max))
    let value: Int128
    if random.percent(extremes) {
      value = random.percent(60) ? most : least
    } else {
      switch random.below(10) {
      case 0: value = random.pick(Self.limits)
      case 1: value = random.percent(50) ? most - 1 : least + 1
      case 2: value = Int128(Int64(bitPattern: random.next()))
      case 3, 4: value = pick(\.numbers).flatMap { Int128($0) } ?? 0
      default: value = Int128(random.below(12)) - 2
      }
    }
    return .number("\(min(max(value, least), most))")
  }

  private static let numbers = [
    "0", "-0", "0.0", "-0.0", "1", "-1", "0.1", "0.30000000000000004", "1e-7", "5e-324", "-5e-324",
    "2.2250738585072014e-308", "1.7976931348623157e308", "-1.7976931348623157e308", "1e300", "1e21",
    "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
    "1e400", "3600", "100",
  ]

  mutating func number() -> JSONLiteral {
    if random.percent(15), let text = pick(\.numbers) { return .number(text) }
    return .number(random.pick(Self.numbers))
  }

  private static let texts = [
    "", "a", " ", "\t\n\r", "\"", "'", "\\", "/", "~", "~1", "#", "\"#", "\\(", "%s%n", "null",
    "[]",
    "\0", "\u{1}\u{1F}\u{7F}\u{80}", "\u{2028}\u{2029}", "\u{FEFF}a", "\u{202E}abc",
    "\u{FFFF}\u{10FFFF}",
    "e\u{301}\u{301}\u{301}\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "🇩🇪🇩", "🏳️‍🌈", "ﷺ", "ß", "İ", "ǆ",
    "-1", "9223372036854775808", "1e400", "NaN", "true", "../../etc/passwd", "<script>", "{{7*7}}",
    "'; DROP TABLE sessions; --", "Ada", "Ada Lovelace",
  ]

  mutating func text() -> String {
    switch random.below(100) {
    case 0..<20: return pick(\.texts) ?? ""
    case 20..<24:
      let part = random.pick(Self.texts)
      return String(repeating: part.isEmpty ? "x" : part, count: 1 + random.below(400))
    case 24: return String(repeating: "x", count: 20_000)
    default: return random.pick(Self.texts)
    }
  }

  /// Returns a string in a schema's format.
  mutating func string(_ schema: JSONLiteral) -> JSONLiteral {
    switch schema["format"]?.text {
    case "uuid": return .string(uuid())
    case "date-time": return .string(date())
    case "uri-reference": return .string(random.pick(Self.links))
    default: break
    }
    if schema["contentEncoding"] != nil { return .string(random.pick(Self.base64)) }
    return .string(text())
  }

  private mutating func uuid() -> String {
    if random.percent(75), let uuid = pick(\.uuids) { return uuid }
    switch random.below(4) {
    case 0: return "00000000-0000-0000-0000-000000000000"
    case 1: return "ffffffff-FFFF-ffff-ffff-ffffffffffff"
    default:
      let digits = (0..<2).map { _ in
        let text = String(random.next(), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - text.count) + text
      }.joined()
      var rest = digits[...]
      return [8, 4, 4, 4, 12].map { length in
        defer { rest = rest.dropFirst(length) }
        return String(rest.prefix(length))
      }.joined(separator: "-")
    }
  }

  private static let dates = [
    "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z",
    "2000-02-29T12:00:00Z", "2038-01-19T03:14:08Z", "1582-10-10T00:00:00Z",
  ]

  /// Dates in other formats, and dates that don't exist.
  private static let oddDates = [
    "0000-01-01T00:00:00Z", "1900-02-29T23:59:59Z", "2016-12-31T23:59:60Z",
    "2030-01-31T23:59:59.999Z", "2030-01-31T23:59:59+14:00", "+10000-01-01T00:00:00Z",
    "-0001-12-31T23:59:59Z", "292277026596-12-04T15:30:07Z", "10000-01-01T00:00:00Z", "",
  ]

  private mutating func date() -> String {
    if random.percent(40), let date = pick(\.dates) { return date }
    return random.pick(random.percent(8) ? Self.oddDates : Self.dates)
  }

  private static let links = [
    "", "/", "#", "?", "//", "https://example.com/a?b=c#d", "http://[::1]:80/", "mailto:a@b", "%",
    "%00",
    "a b", "http://[", "../..", "data:,",
  ]

  private static let base64 = ["", "AA==", "AAAA", "////", "A", "=", "AA=A", "-_-_"]

  /// Returns the path of a URL for a deep link.
  mutating func link(names: [String]) -> String {
    var path = ""
    for _ in 0..<(random.percent(10) ? random.below(200) : random.below(5)) {
      switch random.below(6) {
      case 0, 1: path += "/" + (names.isEmpty ? "" : random.pick(names))
      case 2: path += "/" + (pick(\.uuids) ?? uuid())
      case 3:
        if case .number(let text) = integer([:]) { path += "/" + text }
      case 4: path += "/" + text()
      default:
        path += random.pick(["/", "//", "/.", "/..", "?a=b", "#", "%2F", "/+1", "/-0", "/add"])
      }
    }
    return path
  }
}
