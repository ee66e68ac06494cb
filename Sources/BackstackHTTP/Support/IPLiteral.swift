/// The written forms of IP addresses in a host (RFC 3986 §3.2.2).
enum IPLiteral {
  /// Returns whether the bytes between the brackets are an IPv6 address: eight groups, or fewer
  /// with one `::`; the last two may be written as IPv4. Zone identifiers are refused: they mean
  /// nothing to another machine.
  static func isIPv6(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    var groups = 0
    var hasGap = false
    if startsWithGap(bytes, index..<end) {
      hasGap = true
      index &+= 2
      if index == end { return true }
    }
    while true {
      let start = index
      while index < end, ASCII.hexValue(bytes[index]) != nil { index &+= 1 }
      if index < end, bytes[index] == ASCII.dot {
        guard isIPv4(bytes, start..<end) else { return false }
        groups &+= 2
        break
      }
      guard (1...4).contains(index &- start) else { return false }
      groups &+= 1
      if index == end { break }
      if startsWithGap(bytes, index..<end) {
        guard !hasGap else { return false }
        hasGap = true
        index &+= 2
        if index == end { break }
      } else {
        guard bytes[index] == ASCII.colon else { return false }
        index &+= 1
      }
    }
    return hasGap ? groups <= 7 : groups == 8
  }

  private static func startsWithGap(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count >= 2 && bytes[range.lowerBound] == ASCII.colon
      && bytes[range.lowerBound &+ 1] == ASCII.colon
  }

  /// Returns whether the bytes are four decimal numbers up to 255 without leading zeros.
  static func isIPv4(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    var numbers = 0
    var index = range.lowerBound
    while true {
      let start = index
      var value = 0
      while index < range.upperBound, index &- start < 3, ASCII.isDigit(bytes[index]) {
        value = value &* 10 &+ Int(bytes[index] &- ASCII.zero)
        index &+= 1
      }
      let digits = index &- start
      guard digits > 0, value <= 255, digits == 1 || bytes[start] != ASCII.zero else {
        return false
      }
      numbers &+= 1
      if index == range.upperBound { return numbers == 4 }
      guard bytes[index] == ASCII.dot else { return false }
      index &+= 1
    }
  }
}
