/// The reason why a WebSocket is closed, as a number (RFC 6455 §7.4): an open set.
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The end of a connection that has served its purpose.
  public static let normal = Self(rawValue: 1000)
  /// The server is about to stop, or the client leaves the page.
  public static let goingAway = Self(rawValue: 1001)
  public static let protocolError = Self(rawValue: 1002)
  /// A kind of message that the receiver does not take.
  public static let unsupportedData = Self(rawValue: 1003)
  /// The peer gave no code. Never sent.
  public static let noStatus = Self(rawValue: 1005)
  /// The connection ended without a close frame. Never sent.
  public static let abnormal = Self(rawValue: 1006)
  /// A text that is not UTF-8.
  public static let invalidText = Self(rawValue: 1007)
  public static let policyViolation = Self(rawValue: 1008)
  public static let messageTooBig = Self(rawValue: 1009)
  public static let internalError = Self(rawValue: 1011)

  /// Whether a close frame may contain the code: those that are registered for it, and those that
  /// libraries and applications define (§7.4.2).
  public var maySend: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The end of a WebSocket: a code and a short sentence for people.
public struct WebSocketClose: Hashable, Sendable {
  public var code: WebSocketCloseCode
  public var reason: String

  /// - Parameters:
  ///   - code: The code.
  ///   - reason: A short sentence; a close frame has room for 123 bytes of it.
  public init(_ code: WebSocketCloseCode, _ reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// The maximum number of bytes of a reason: those of a control frame without the code.
  static let maximumReason = WebSocketFrame.maximumControl - 2

  /// The content of a close frame; empty if the code may not be sent.
  var payload: [UInt8] {
    guard code.maySend else { return [] }
    var text: [UInt8] = []
    for character in reason {
      guard text.count + character.utf8.count <= Self.maximumReason else { break }
      text += character.utf8
    }
    return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 255)] + text
  }

  /// Reads the content of a close frame (§5.5.1).
  ///
  /// - Throws: ``WebSocketClose`` with the reason why the frame is malformed.
  init(payload: [UInt8]) throws(WebSocketClose) {
    guard let high = payload.first else {
      self.init(.noStatus)
      return
    }
    guard payload.count >= 2 else {
      throw WebSocketClose(.protocolError, "A close frame has half a code.")
    }
    let code = WebSocketCloseCode(rawValue: UInt16(high) << 8 | UInt16(payload[1]))
    guard code.maySend else {
      throw WebSocketClose(.protocolError, "A close frame has a code that may not be sent.")
    }
    guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
      throw WebSocketClose(.invalidText, "The reason in a close frame is not UTF-8.")
    }
    self.init(code, reason)
  }
}

extension WebSocketClose: Error {}
