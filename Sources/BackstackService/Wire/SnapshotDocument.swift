import BackstackHTTP
import BackstackPlatform

/// The JSON document with a session's snapshot. A large state in it is not copied: all responses
/// that contain it share its memory.
struct SnapshotDocument: Sendable {
  private let head: [UInt8]
  private let state: [UInt8]
  private let tail: [UInt8]

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - state: The state as JSON; shared if it is large.
  ///   - room: The maximum number of bytes before and after the state.
  ///   - head: Appends the text before the state.
  ///   - tail: Appends the text after the state.
  init(
    state: [UInt8], room: Int, head writeHead: (inout ByteRoom) -> Void,
    tail writeTail: (inout ByteRoom) -> Void
  ) {
    if state.count > Self.maximumCopy {
      head = [UInt8](upTo: room, writeHead)
      self.state = state
      tail = [UInt8](upTo: room, writeTail)
    } else {
      head = [UInt8](upTo: state.count + room) { bytes in
        writeHead(&bytes)
        bytes.append(state)
        writeTail(&bytes)
      }
      self.state = []
      tail = []
    }
  }

  private init(head: [UInt8], state: [UInt8], tail: [UInt8]) {
    self.head = head
    self.state = state
    self.tail = tail
  }

  /// The size up to which a state is copied, so that it is sent in one piece with the text around
  /// it.
  private static let maximumCopy = 32 * 1024

  /// The document as the content of a response.
  var body: HTTPBody { state.isEmpty ? .bytes(head) : .parts([head, state, tail]) }

  /// The document in one piece.
  var bytes: [UInt8] { state.isEmpty ? head : head + state + tail }

  /// Returns the document with a text before and a text after it.
  func between(_ before: [UInt8], _ after: [UInt8]) -> Self {
    state.isEmpty
      ? Self(head: before + head + after, state: [], tail: [])
      : Self(head: before + head, state: state, tail: tail + after)
  }
}
