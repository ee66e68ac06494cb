/// A key of a terminal.
enum Key: Hashable {
  case up, down, left, right, tab, backTab, enter, escape, backspace
  /// Alt and Enter.
  case newLine
  /// Ctrl-C.
  case interrupt
  case text(String)
  /// A text that was not typed, which may have several lines.
  case pasted(String)

  /// Returns the keys of bytes that came at once. A lone escape byte is the key Escape; with other
  /// bytes behind it, it is Alt, which no key but Enter has a meaning with.
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    var typed: [UInt8] = []
    func endText() {
      guard !typed.isEmpty else { return }
      keys.append(.text(String(decoding: typed, as: UTF8.self)))
      typed = []
    }
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B:
        endText()
        if let key = escaped(&rest) { keys.append(key) }
      case 0x03:
        endText()
        keys.append(.interrupt)
      case 0x0A, 0x0D:
        endText()
        keys.append(.enter)
      case 0x08, 0x7F:
        endText()
        keys.append(.backspace)
      case 0x09:
        endText()
        keys.append(.tab)
      case 0..<0x20: endText()
      default: typed.append(byte)
      }
    }
    endText()
    return keys
  }

  /// Takes what belongs to an escape byte; returns `nil` for a key without a meaning.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Key? {
    switch rest.first {
    case nil: return .escape
    case 0x5B, 0x4F: return sequence(&rest)
    case 0x1B:
      // Some terminals send Alt and an arrow as an escape byte before the arrow's sequence.
      let next = rest.dropFirst().first
      guard next == 0x5B || next == 0x4F else { return .escape }
      rest.removeFirst()
      _ = sequence(&rest)
      return nil
    case 0x0A, 0x0D:
      rest.removeFirst()
      return .newLine
    default:
      // A character of several bytes is one key.
      rest.removeFirst()
      while let byte = rest.first, byte & 0xC0 == 0x80 { rest.removeFirst() }
      return nil
    }
  }

  private static func sequence(_ rest: inout ArraySlice<UInt8>) -> Key? {
    rest.removeFirst()
    // A sequence ends with a byte from "@" on (ECMA-48 §5.4).
    let end = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
    let isPlain = end == rest.startIndex
    let last = end < rest.endIndex ? rest[end] : 0
    rest = rest[min(end + 1, rest.endIndex)...]
    guard isPlain else { return nil }
    switch last {
    case 0x41: return .up
    case 0x42: return .down
    case 0x43: return .right
    case 0x44: return .left
    case 0x5A: return .backTab
    default: return nil
    }
  }
}
