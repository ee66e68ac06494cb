/// The content of an answer (RFC 9110 §6.4).
///
/// A struct over a private enumeration, so that other forms (a stream, a file) can be added.
public struct HTTPBody: Sendable {
  enum Storage: Sendable {
    case empty
    case bytes([UInt8])
    case text(StaticString)
  }

  let storage: Storage

  /// No content.
  public static let empty = HTTPBody(storage: .empty)

  /// Content made of bytes; the array is not copied until it is written.
  public static func bytes(_ bytes: [UInt8]) -> HTTPBody { HTTPBody(storage: .bytes(bytes)) }

  /// The UTF-8 bytes of a text.
  public static func text(_ text: String) -> HTTPBody { .bytes(Array(text.utf8)) }

  /// The bytes of a literal, which are never copied to the heap.
  public static func literal(_ text: StaticString) -> HTTPBody { HTTPBody(storage: .text(text)) }

  /// The length in bytes.
  public var count: Int {
    switch storage {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .text(let text):
      text.hasPointerRepresentation ? text.utf8CodeUnitCount : text.description.utf8.count
    }
  }

  /// The content as bytes, for tests and for handlers that wrap others.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  func write(to output: inout [UInt8]) {
    switch storage {
    case .empty: break
    case .bytes(let bytes): output.append(contentsOf: bytes)
    case .text(let text): output.append(text)
    }
  }
}
