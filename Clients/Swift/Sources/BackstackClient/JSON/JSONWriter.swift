import Foundation

extension JSONValue {
  /// The value as JSON, for decoders. A number that is not finite, which no JSON has, is `null`.
  var content: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    case .integer(let integer): bytes += "\(integer)".utf8
    case .unsigned(let integer): bytes += "\(integer)".utf8
    case .number(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      Self.write(elements, "[", "]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, "{", "}", to: &bytes) { member, bytes in
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Items: Collection>(
    _ items: Items, _ first: Unicode.Scalar, _ last: Unicode.Scalar, to bytes: inout [UInt8],
    item: (Items.Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: first))
    for value in items {
      item(value, &bytes)
      bytes.append(UInt8(ascii: ","))
    }
    if !items.isEmpty { bytes.removeLast() }
    bytes.append(UInt8(ascii: last))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
