/// A reader of keys from the bytes that a terminal sends: a character or a pasted text may come in pieces.
struct KeyReader {
  private var rest: [UInt8] = []
  /// Whether the bytes are a pasted text, which stands between two markers (bracketed paste of xterm).
  private var isPasting = false

  private static let beginOfPaste = Array("\u{1B}[200~".utf8)
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  /// A longer text is pasted in several parts.
  private static let maximumPaste = 1 << 20

  /// Returns the keys that are complete.
  mutating func keys(in bytes: [UInt8]) -> [Key] {
    // What was there before has no marker, but perhaps the beginning of one.
    var searched = max(0, rest.count - Self.endOfPaste.count)
    rest += bytes
    var keys: [Key] = []
    while let marker = rest[searched...].firstRange(
      of: isPasting ? Self.endOfPaste : Self.beginOfPaste)
    {
      keys += take(marker.lowerBound)
      rest.removeFirst(marker.count)
      isPasting.toggle()
      searched = 0
    }
    if !isPasting || rest.count > Self.maximumPaste { keys += take(rest.count - unfinished) }
    return keys
  }

  private mutating func take(_ count: Int) -> [Key] {
    let bytes = Array(rest.prefix(count))
    rest.removeFirst(count)
    if !isPasting { return Key.all(in: bytes) }
    return bytes.isEmpty ? [] : [.pasted(String(decoding: bytes, as: UTF8.self))]
  }

  /// The number of last bytes that are the beginning of a marker, or of a character.
  private var unfinished: Int {
    let marker = isPasting ? Self.endOfPaste : Self.beginOfPaste
    // Less of the first marker may be a key of its own.
    for count in ((isPasting ? 1 : 3)..<marker.count).reversed()
    where rest.suffix(count) == marker.prefix(count) {
      return count
    }
    let tail = rest.suffix(3)
    guard let first = tail.lastIndex(where: { $0 >= 0xC0 }),
      tail[(first + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { return 0 }
    let length = tail[first] >= 0xF0 ? 4 : tail[first] >= 0xE0 ? 3 : 2
    let count = rest.endIndex - first
    return count < length ? count : 0
  }
}
