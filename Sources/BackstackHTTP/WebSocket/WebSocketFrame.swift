/// The beginning of a frame (RFC 6455 §5.2), without its mask.
struct WebSocketFrame: Sendable, Equatable {
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// The maximum number of bytes of a control frame's content (§5.5).
  static let maximumControl = 125

  var opcode: Opcode
  /// Whether the message ends with this frame.
  var isFinal = true
  /// The number of bytes of the content.
  var length: Int

  /// Appends the bytes of a frame up to its content: a client's has a mask, a server's none (§5.1).
  func write(to output: inout [UInt8], mask: WebSocketMask? = nil) {
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    output.append((isFinal ? 0x80 : 0) | opcode.rawValue)
    let lengthBytes: Int
    switch length {
    case ...125:
      output.append(maskBit | UInt8(length))
      lengthBytes = 0
    case ...0xFFFF:
      output.append(maskBit | 126)
      lengthBytes = 2
    default:
      output.append(maskBit | 127)
      lengthBytes = 8
    }
    for index in (0..<lengthBytes).reversed() {
      output.append(UInt8(truncatingIfNeeded: length >> (8 * index)))
    }
    mask?.write(to: &output)
  }
}
