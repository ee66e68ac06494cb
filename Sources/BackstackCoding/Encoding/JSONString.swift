package import BackstackPlatform

/// Strings as JSON (RFC 8259 §7).
package enum JSONString {
  /// Appends a string in quotes. Only quotes, backslashes and control characters are escaped.
  ///
  /// - Complexity: O(*n*); runs without escapes are found eight bytes at a time and copied as a
  ///   whole.
  package static func append(_ string: String, to bytes: inout [UInt8]) {
    write(string, to: &bytes)
  }

  /// Appends a string in quotes, in at most ``mostBytes(of:)``.
  package static func append(_ string: String, to room: inout ByteRoom) {
    write(string, to: &room)
  }

  /// Returns the maximum number of bytes that a string has in quotes.
  package static func mostBytes(of string: String) -> Int { 2 + 6 * string.utf8.count }

  @inline(__always)
  static func write<Sink: JSONSink & ~Copyable>(_ string: String, to sink: inout Sink) {
    var string = string
    string.withUTF8 { write($0, to: &sink) }
  }

  /// Appends a string in quotes, which is given as UTF-8 bytes.
  package static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    text.withUnsafeBufferPointer { write($0, to: &bytes) }
  }

  /// Writes a string that is given as UTF-8 bytes.
  @inline(__always)
  static func write<Sink: JSONSink & ~Copyable>(
    _ text: UnsafeBufferPointer<UInt8>, to sink: inout Sink
  ) {
    let end = escapeIndex(in: text, from: 0)
    if end == text.count {
      sink.append(quoted: text)
    } else {
      sink.append(0x22)
      writeEscaping(text, firstEscape: end, to: &sink)
      sink.append(0x22)
    }
  }

  /// Writes a string without its quotes.
  static func writeContent<Sink: JSONSink & ~Copyable>(
    _ text: UnsafeBufferPointer<UInt8>, to sink: inout Sink
  ) {
    let end = escapeIndex(in: text, from: 0)
    if end < text.count { return writeEscaping(text, firstEscape: end, to: &sink) }
    sink.append(text)
  }

  /// Returns whether a text is ASCII without control characters.
  package static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.allSatisfy { $0 &- 0x20 < 0x5F } }
  }

  @inline(never)
  private static func writeEscaping<Sink: JSONSink & ~Copyable>(
    _ text: UnsafeBufferPointer<UInt8>, firstEscape: Int, to sink: inout Sink
  ) {
    var start = 0
    var end = firstEscape
    while end < text.count {
      sink.append(UnsafeBufferPointer(rebasing: text[start..<end]))
      escape(text[end], to: &sink)
      start = end + 1
      end = escapeIndex(in: text, from: start)
    }
    sink.append(UnsafeBufferPointer(rebasing: text[start..<end]))
  }

  private static func escape<Sink: JSONSink & ~Copyable>(_ byte: UInt8, to sink: inout Sink) {
    sink.append(0x5C)
    switch byte {
    case 0x08: sink.append(UInt8(ascii: "b"))
    case 0x09: sink.append(UInt8(ascii: "t"))
    case 0x0A: sink.append(UInt8(ascii: "n"))
    case 0x0C: sink.append(UInt8(ascii: "f"))
    case 0x0D: sink.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      sink.append(UInt8(ascii: "u"))
      sink.append(0x30)
      sink.append(0x30)
      sink.append(0x30 + (byte >> 4))
      let low = byte & 15
      sink.append(low < 10 ? 0x30 + low : 0x57 + low)
    default: sink.append(byte)
    }
  }

  /// Returns the index of the first byte at or after `start` that must be escaped, or the count if
  /// there is none.
  @inline(__always)
  static func escapeIndex(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      // Sound: the eight bytes from `index` on are inside of `text`.
      let word = UnsafeRawPointer(text.baseAddress! + index)
        .loadUnaligned(as: UInt64.self)
      if EightBytes.needEscape(word) { break }
      index += 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
      index += 1
    }
    return index
  }
}

/// A destination for JSON.
protocol JSONSink: ~Copyable {
  mutating func append(_ byte: UInt8)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>)
  /// Appends bytes that need no escape, in quotes.
  mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteRoom: JSONSink {
  @inline(__always)
  mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    append(0x22)
    append(bytes)
    append(0x22)
  }
}

extension [UInt8]: JSONSink {
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { append(contentsOf: bytes) }

  @inline(__always)
  mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    append(upTo: bytes.count + 2) { $0.append(quoted: bytes) }
  }
}
