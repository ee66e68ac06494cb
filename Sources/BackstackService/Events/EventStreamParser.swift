import BackstackHTTP

/// A parser of the events that a server of this service sends, one piece of the stream after the other.
package struct EventStreamParser: Sendable {
  /// A block of the stream.
  package enum Event: Equatable, Sendable {
    /// A version of the session; `base` is the version that a patch applies to, `nil` in a snapshot.
    case version(Int, base: Int?, text: [UInt8])
    /// The session has ended.
    case end(data: [UInt8])
    case heartbeat
    /// A field without content for the session, such as the time after which to connect again.
    case other(text: [UInt8])
  }

  /// The stream is not one of this service's.
  package struct Malformed: Error, Equatable {}

  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer in which no block ends.
  private var searched = 0
  private let limit: Int

  /// Creates a parser at the beginning of a stream.
  ///
  /// - Parameter limit: The maximum number of bytes in a block.
  package init(limit: Int) { self.limit = limit }

  /// Adds a piece of the stream.
  ///
  /// - Returns: The events that have ended with it.
  /// - Throws: ``Malformed``; then nothing more can be read of the stream.
  /// - Complexity: O(*n*) in the length of the piece, and of an event that ends with it.
  package mutating func append(_ piece: [UInt8]) throws(Malformed) -> [Event] {
    buffer += piece
    var events: [Event] = []
    var start = 0
    var position = searched
    while position + 1 < buffer.count {
      guard buffer[position] == UInt8(ascii: "\n"), buffer[position + 1] == UInt8(ascii: "\n")
      else {
        position += 1
        continue
      }
      events.append(try Self.event(buffer[start..<position + 2]))
      start = position + 2
      position = start
    }
    if start > 0 { buffer.removeSubrange(..<start) }
    guard buffer.count <= limit else { throw Malformed() }
    searched = max(0, buffer.count - 1)
    return events
  }

  private static func event(_ block: ArraySlice<UInt8>) throws(Malformed) -> Event {
    var (name, id, base) = ("", nil as Int?, nil as Int?)
    var data: ArraySlice<UInt8> = []
    for line in block.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw Malformed() }
      if colon == line.startIndex { return .heartbeat }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "event": name = String(decoding: value, as: UTF8.self)
      case "id": id = Int(String(decoding: value, as: UTF8.self))
      case "base": base = Int(String(decoding: value, as: UTF8.self))
      case "data": data = value
      default: break
      }
    }
    switch (name, id, base) {
    case ("snapshot", let id?, nil): return .version(id, base: nil, text: Array(block))
    case ("patch", let id?, let base?): return .version(id, base: base, text: Array(block))
    case ("end", _, _): return .end(data: Array(data))
    case ("", nil, nil): return .other(text: Array(block))
    default: throw Malformed()
    }
  }
}
