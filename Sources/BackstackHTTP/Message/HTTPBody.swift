/// The content of a response (RFC 9110 §6.4).
///
/// A struct over a private enumeration, so that other forms (a file) can be added.
public struct HTTPBody: Sendable {
  enum Storage: Sendable {
    case empty
    case bytes([UInt8])
    case parts([[UInt8]])
    case text(StaticString)
    case stream(HTTPStreamContent)
  }

  let storage: Storage

  /// No content.
  public static let empty = HTTPBody(storage: .empty)

  /// Returns content made of bytes.
  ///
  /// An array of more than 32 KiB is never copied: it is sent from its own memory, so that any
  /// number of responses with the same array use its memory once.
  public static func bytes(_ bytes: [UInt8]) -> HTTPBody { HTTPBody(storage: .bytes(bytes)) }

  /// Returns content made of several arrays, in this order; large ones are shared like those of
  /// ``bytes(_:)``.
  public static func parts(_ parts: [[UInt8]]) -> HTTPBody { HTTPBody(storage: .parts(parts)) }

  /// Returns the UTF-8 bytes of a text.
  public static func text(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

  /// Returns the bytes of a literal, which are never copied to the heap.
  public static func literal(_ text: StaticString) -> HTTPBody { HTTPBody(storage: .text(text)) }

  /// Returns content that a source produces while it is sent; for one response only.
  ///
  /// Without a length it is sent in chunks, or to an HTTP/1.0 client until the connection closes.
  /// If a source ends before its length, the connection is closed; content beyond the length is cut
  /// off.
  ///
  /// - Parameters:
  ///   - source: The source of the content.
  ///   - length: The number of bytes, if it is known; not negative.
  public static func stream(_ source: any HTTPStreamSource, length: Int? = nil) -> HTTPBody {
    HTTPBody(storage: .stream(HTTPStreamContent(source: source, length: length)))
  }

  /// Returns what follows a response that switches the protocol.
  static func switching(to switched: any HTTPSwitchedProtocol) -> HTTPBody {
    HTTPBody(storage: .stream(HTTPStreamContent(switched)))
  }

  /// The length in bytes; 0 for a stream of unknown length.
  public var count: Int {
    switch storage {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .parts(let parts): parts.reduce(0) { $0 + $1.count }
    case .text(let text):
      text.hasPointerRepresentation ? text.utf8CodeUnitCount : text.description.utf8.count
    case .stream(let content): content.length ?? 0
    }
  }

  /// The content as bytes, for tests and for handlers that wrap others; empty for a stream.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// The arrays that the content consists of; empty for a stream.
  package var parts: [[UInt8]] {
    switch storage {
    case .empty, .stream: []
    case .bytes(let bytes): [bytes]
    case .parts(let parts): parts
    case .text: [bytes]
    }
  }

  func write(to output: inout [UInt8]) {
    switch storage {
    case .empty, .stream: break
    case .bytes(let bytes): output.append(shared: bytes)
    case .parts(let parts): for part in parts { output.append(shared: part) }
    case .text(let text): output.append(text)
    }
  }

  /// Writes small content to `output`, and large content to `shared`, without a copy.
  func write(to output: inout [UInt8], sharing shared: inout HTTPSharedOutput) {
    func write(_ part: [UInt8]) {
      if shared.isEmpty, part.count <= HTTPSharedOutput.maximumCopy {
        output.append(shared: part)
      } else {
        shared.append(part)
      }
    }
    switch storage {
    case .empty, .stream: break
    case .bytes(let bytes): write(bytes)
    case .parts(let parts): for part in parts { write(part) }
    case .text(let text): output.append(text)
    }
  }

  var stream: HTTPStreamContent? {
    if case .stream(let content) = storage { content } else { nil }
  }

  /// Notifies a stream that it will not be sent.
  func abandon() {
    if let stream, stream.take() { stream.source.finish(.notSent) }
  }
}
