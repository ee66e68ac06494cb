/// A parser of the frames that a peer sends (RFC 6455 §5.2), one span of bytes after the other.
///
/// Its result does not depend on where the bytes are split, and after a failure it is not asked
/// again. Nothing is allocated for a length that is only announced.
struct WebSocketFrameParser: Sendable {
  enum Step: Equatable {
    case needsInput
    /// A frame begins.
    case frame(WebSocketFrame)
    /// A part of the frame's content, and the mask that applies to it.
    case payload(Range<Int>, WebSocketMask)
    /// The frame ends.
    case end
    case failed(WebSocketClose)
  }

  private enum Stage: Sendable {
    case opcode
    case length
    case longLength(missing: Int)
    case mask(missing: Int)
    case payload
  }

  /// Whether the peer is a client, whose frames have masks (§5.1).
  private let isMasked: Bool
  private var stage = Stage.opcode
  private var frame = WebSocketFrame(opcode: .continuation, length: 0)
  /// The announced length while it is read, and whether it took two or eight bytes.
  private var length: UInt64 = 0
  private var isTwoBytes = false
  private var mask = WebSocketMask()
  /// The number of bytes of content that are still to come.
  private var remaining = 0

  init(isMasked: Bool = true) { self.isMasked = isMasked }

  /// Returns the next step, and moves the position behind the bytes that were used.
  mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Step {
    while true {
      if case .payload = stage { return nextPayload(input, &position) }
      guard position < input.count else { return .needsInput }
      let byte = input[position]
      position &+= 1
      do throws(WebSocketClose) {
        if try readHead(byte) { return .frame(frame) }
      } catch {
        return .failed(error)
      }
    }
  }

  private mutating func nextPayload(
    _ input: borrowing Span<UInt8>, _ position: inout Int
  ) -> Step {
    if remaining == 0 {
      stage = .opcode
      return .end
    }
    let count = min(remaining, input.count &- position)
    guard count > 0 else { return .needsInput }
    let step = Step.payload(position..<(position &+ count), mask)
    position &+= count
    remaining &-= count
    mask.skip(count)
    return step
  }

  /// Reads one byte of a frame's head; returns whether that is complete.
  private mutating func readHead(_ byte: UInt8) throws(WebSocketClose) -> Bool {
    switch stage {
    case .opcode: try readOpcode(byte)
    case .length: return try readLength(byte)
    case .longLength(let missing):
      length = length << 8 | UInt64(byte)
      guard missing == 1 else {
        stage = .longLength(missing: missing - 1)
        break
      }
      return try endLength()
    case .mask(let missing):
      mask.append(byte)
      guard missing == 1 else {
        stage = .mask(missing: missing - 1)
        break
      }
      return endHead()
    case .payload: break
    }
    return false
  }

  private mutating func endHead() -> Bool {
    stage = .payload
    remaining = frame.length
    return true
  }

  private mutating func readOpcode(_ byte: UInt8) throws(WebSocketClose) {
    guard byte & 0x70 == 0 else {
      throw WebSocketClose(
        .protocolError, "A frame has a reserved bit, and no extension is in use.")
    }
    guard let opcode = WebSocketFrame.Opcode(rawValue: byte & 15) else {
      throw WebSocketClose(.protocolError, "A frame has a reserved opcode.")
    }
    let isFinal = byte & 0x80 != 0
    guard isFinal || !opcode.isControl else {
      throw WebSocketClose(.protocolError, "A control frame is fragmented.")
    }
    frame = WebSocketFrame(opcode: opcode, isFinal: isFinal, length: 0)
    stage = .length
  }

  private mutating func readLength(_ byte: UInt8) throws(WebSocketClose) -> Bool {
    guard (byte & 0x80 != 0) == isMasked else {
      throw WebSocketClose(
        .protocolError,
        isMasked ? "A frame of a client has no mask." : "A frame of a server has a mask.")
    }
    let short = Int(byte & 0x7F)
    guard short <= WebSocketFrame.maximumControl || !frame.opcode.isControl else {
      throw WebSocketClose(.protocolError, "A control frame is longer than 125 bytes.")
    }
    length = 0
    isTwoBytes = short == 126
    switch short {
    case 126: stage = .longLength(missing: 2)
    case 127: stage = .longLength(missing: 8)
    default:
      frame.length = short
      return endLengths()
    }
    return false
  }

  private mutating func endLengths() -> Bool {
    guard isMasked else { return endHead() }
    stage = .mask(missing: 4)
    return false
  }

  private mutating func endLength() throws(WebSocketClose) -> Bool {
    guard length >= (isTwoBytes ? 126 : 65_536) else {
      throw WebSocketClose(.protocolError, "A frame's length is not in the shortest form.")
    }
    guard let length = Int(exactly: length) else {
      throw WebSocketClose(.protocolError, "A frame's length has its highest bit set.")
    }
    frame.length = length
    return endLengths()
  }
}
