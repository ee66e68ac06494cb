import Synchronization

/// The content of one answer that is made while it is sent: a source and, if known, its length.
final class HTTPStreamContent: Sendable {
  let source: any HTTPStreamSource
  /// In bytes; `nil` when it is not known in advance.
  let length: Int?
  private let isTaken = Atomic<Bool>(false)

  init(source: any HTTPStreamSource, length: Int?) {
    self.source = source
    self.length = length
  }

  /// Claims the source; false if another answer has it already.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A source in the course of being sent.
struct HTTPOutgoingContent: Sendable {
  /// How the end of the content is made known (RFC 9112 §6.3).
  enum Framing: Sendable {
    case chunked
    case length(remaining: Int)
    /// HTTP/1.0 without a length: by closing.
    case untilClose
  }

  let source: any HTTPStreamSource
  let status: Int
  var framing: Framing
  var sentBytes = 0
  var isWaiting = false
}
