/// The grammar of chunk extensions (RFC 9112 §7.1.1), whose meaning is ignored:
/// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS ( token / quoted-string ) ] )`.
///
/// Parsers that differ in strictness here disagree on where a chunk begins.
struct HTTPChunkExtensions: Sendable {
  private enum State: Sendable {
    /// After the size, where nothing need follow.
    case size
    /// In the space before a semicolon.
    case space
    /// After a semicolon.
    case nameStart
    case name
    /// In the space after a name, before `=` or a semicolon.
    case nameSpace
    /// After `=`.
    case valueStart
    case token
    case quoted
    /// After a backslash in quotes.
    case escaped
    case closedQuote
  }

  private var state = State.size

  /// Whether the line may end here.
  var mayEnd: Bool {
    switch state {
    case .size, .name, .token, .closedQuote: true
    default: false
    }
  }

  /// Takes one byte; returns whether it is valid here.
  mutating func take(_ byte: UInt8) -> Bool {
    guard let next = next(byte) else { return false }
    state = next
    return true
  }

  private func next(_ byte: UInt8) -> State? {
    let isSpace = byte == ASCII.space || byte == ASCII.tab
    switch state {
    case .size, .space, .closedQuote:
      return byte == ASCII.semicolon ? .nameStart : isSpace ? .space : nil
    case .nameStart:
      return isSpace ? .nameStart : ASCII.isToken(byte) ? .name : nil
    case .name where ASCII.isToken(byte): return .name
    case .name, .nameSpace:
      if byte == ASCII.equals { return .valueStart }
      return byte == ASCII.semicolon ? .nameStart : isSpace ? .nameSpace : nil
    case .valueStart:
      if byte == ASCII.quote { return .quoted }
      return isSpace ? .valueStart : ASCII.isToken(byte) ? .token : nil
    case .token where ASCII.isToken(byte): return .token
    case .token:
      return byte == ASCII.semicolon ? .nameStart : isSpace ? .space : nil
    case .quoted:
      if byte == ASCII.quote { return .closedQuote }
      if byte == ASCII.backslash { return .escaped }
      return ASCII.isFieldValue(byte) ? .quoted : nil
    case .escaped:
      return ASCII.isFieldValue(byte) ? .quoted : nil
    }
  }
}
