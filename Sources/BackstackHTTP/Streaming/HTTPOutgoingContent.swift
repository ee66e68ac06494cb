import Synchronization

/// The content of one response that is produced while it is sent: a source and its length, if
/// known.
final class HTTPStreamContent: Sendable {
  let source: any HTTPStreamSource
  /// In bytes; `nil` when it is not known in advance.
  let length: Int?
  private let isTaken = Atomic<Bool>(false)

  init(source: any HTTPStreamSource, length: Int?) {
    self.source = source
    self.length = length
  }

  /// Claims the source; returns `false` if another response has it already.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A source whose content is being sent.
struct HTTPOutgoingContent: Sendable {
  /// The way in which the client recognises the end of the content (RFC 9112 §6.3).
  enum Framing: Sendable {
    case chunked
    case length(remaining: Int)
    /// HTTP/1.0 without a length: the connection's close ends the content.
    case untilClose
  }

  let source: any HTTPStreamSource
  let status: Int
  var framing: Framing
  var sentBytes = 0
  var isWaiting = false
}
