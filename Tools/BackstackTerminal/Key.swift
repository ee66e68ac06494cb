/// A key of a terminal.
enum Key: Hashable {
  case up, down, left, right, enter, escape, backspace
  case text(String)

  /// Returns the keys of bytes that came at once. A lone escape byte is the key Escape.
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
      case 0x1B where rest.first == 0x5B || rest.first == 0x4F:
        endText()
        rest.removeFirst()
        // A sequence ends with a byte from "@" on (ECMA-48 §5.4).
        let end = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
        let isPlain = end == rest.startIndex
        let last = end < rest.endIndex ? rest[end] : 0
        rest = rest[min(end + 1, rest.endIndex)...]
        switch last {
        case 0x41 where isPlain: keys.append(.up)
        case 0x42 where isPlain: keys.append(.down)
        case 0x43 where isPlain: keys.append(.right)
        case 0x44 where isPlain: keys.append(.left)
        default: break
        }
      case 0x1B:
        endText()
        keys.append(.escape)
      case 0x0A, 0x0D:
        endText()
        keys.append(.enter)
      case 0x08, 0x7F:
        endText()
        keys.append(.backspace)
      case 0x09:
        endText()
        keys.append(.down)
      case 0..<0x20: endText()
      default: typed.append(byte)
      }
    }
    endText()
    return keys
  }
}
