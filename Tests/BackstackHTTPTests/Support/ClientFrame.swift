/// The bytes of a client's frame, well-formed or not.
struct ClientFrame {
  var opcode: UInt8
  var content: [UInt8]
  var isFinal = true
  var reservedBits: UInt8 = 0
  /// `nil` for a frame without a mask.
  var mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
  /// The length to announce, if it is not that of the content.
  var length: UInt64?
  /// The number of bytes of the length after the first: 0, 2 or 8; `nil` for the shortest form.
  var lengthBytes: Int?

  static func text(_ text: String, isFinal: Bool = true) -> Self {
    Self(opcode: 1, content: Array(text.utf8), isFinal: isFinal)
  }

  static func binary(_ content: [UInt8], isFinal: Bool = true) -> Self {
    Self(opcode: 2, content: content, isFinal: isFinal)
  }

  static func more(_ text: String, isFinal: Bool = true) -> Self {
    Self(opcode: 0, content: Array(text.utf8), isFinal: isFinal)
  }

  static func ping(_ text: String = "") -> Self { Self(opcode: 9, content: Array(text.utf8)) }
  static func pong(_ text: String = "") -> Self { Self(opcode: 10, content: Array(text.utf8)) }

  static func close(_ code: Int? = nil, _ reason: String = "") -> Self {
    let number = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? []
    return Self(opcode: 8, content: number + Array(reason.utf8))
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var frame = self
    change(&frame)
    return frame
  }

  var bytes: [UInt8] {
    let length = length ?? UInt64(content.count)
    let lengthBytes = lengthBytes ?? (length < 126 ? 0 : length <= 0xFFFF ? 2 : 8)
    var bytes = [(isFinal ? 0x80 : 0) | reservedBits << 4 | opcode]
    let first: UInt8 = lengthBytes == 0 ? UInt8(length) : lengthBytes == 2 ? 126 : 127
    bytes.append((mask == nil ? 0 : 0x80) | first)
    for index in (0..<lengthBytes).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: length >> (8 * UInt64(index))))
    }
    guard let mask else { return bytes + content }
    return bytes + mask + content.enumerated().map { $1 ^ mask[$0 & 3] }
  }
}

extension [ClientFrame] {
  var bytes: [UInt8] { flatMap(\.bytes) }
}
