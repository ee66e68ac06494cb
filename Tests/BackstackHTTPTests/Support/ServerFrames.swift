/// A reader of the frames that a server sends, for tests.
struct ServerFrames {
  struct Frame: Equatable {
    var opcode: UInt8
    var content: [UInt8]

    var text: String { String(decoding: content, as: UTF8.self) }
    /// The code of a close frame.
    var code: Int? {
      opcode == 8 && content.count >= 2 ? Int(content[0]) << 8 | Int(content[1]) : nil
    }

    /// The kind and the content, such as `text hello` or `close 1000`.
    var summary: String {
      switch opcode {
      case 1: "text \(text)"
      case 2: "binary \(content)"
      case 8: code.map { "close \($0)" } ?? "close"
      case 9: "ping \(text)"
      case 10: "pong \(text)"
      default: "opcode \(opcode)"
      }
    }
  }

  private var bytes: [UInt8] = []
  /// Whether a frame broke the rules for servers: masked, fragmented, reserved bits, a length that is
  /// not in the shortest form.
  private(set) var isMalformed = false

  /// Whether no frame is incomplete.
  var isComplete: Bool { bytes.isEmpty }

  mutating func append(_ piece: [UInt8]) { bytes += piece }

  /// Returns the next complete frame.
  mutating func next() -> Frame? {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] & 0xF0 != 0x80 || bytes[1] & 0x80 != 0 { isMalformed = true }
    let short = Int(bytes[1] & 0x7F)
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    guard bytes.count >= 2 + lengthBytes else { return nil }
    let length =
      lengthBytes == 0 ? short : bytes[2..<(2 + lengthBytes)].reduce(0) { $0 << 8 | Int($1) }
    if lengthBytes == 2, length < 126 { isMalformed = true }
    if lengthBytes == 8, length <= 0xFFFF { isMalformed = true }
    let end = 2 + lengthBytes + length
    guard bytes.count >= end else { return nil }
    let frame = Frame(opcode: bytes[0] & 15, content: Array(bytes[(2 + lengthBytes)..<end]))
    bytes.removeFirst(end)
    return frame
  }

  /// Returns all complete frames.
  mutating func all() -> [Frame] {
    var frames: [Frame] = []
    while let frame = next() { frames.append(frame) }
    return frames
  }
}
