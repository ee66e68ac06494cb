/// A writer of JSON objects, member by member, in the order of the calls.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// - Parameter capacity: About how many bytes are written.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func beginObject() { open(0x7B) }
  package mutating func endObject() { close(0x7D) }
  package mutating func beginArray() { open(0x5B) }
  package mutating func endArray() { close(0x5D) }

  /// Writes the name of the next member.
  package mutating func key(_ name: String) {
    separate()
    JSONString.append(name, to: &bytes)
    bytes.append(0x3A)
    needsComma = false
  }

  package mutating func value(_ string: String) {
    separate()
    JSONString.append(string, to: &bytes)
  }

  package mutating func value(_ number: Int) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  // Not generic: elsewhere, such a function takes ten times as long for some bytes.

  /// Writes a value that is already JSON.
  package mutating func value(json: [UInt8]) {
    separate()
    bytes += json
  }

  /// Writes a value that is already JSON.
  package mutating func value(json: String.UTF8View) {
    separate()
    bytes += json
  }

  package mutating func member(_ name: String, _ string: String) {
    key(name)
    value(string)
  }

  package mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  package mutating func member(_ name: String, json: [UInt8]) {
    key(name)
    value(json: json)
  }

  package mutating func member(_ name: String, json: String.UTF8View) {
    key(name)
    value(json: json)
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = true
  }
}
