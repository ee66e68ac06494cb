import Foundation

/// Takes the bytes of an event stream in parts, and returns its events (WHATWG HTML §9.2.6).
struct EventParser {
  /// An event's fields by name; several lines of `data` are one text.
  typealias Fields = [String: String]

  private var line: [UInt8] = []
  private var fields: Fields = [:]
  private var endsInCarriageReturn = false

  /// Returns the events that are complete with these bytes.
  mutating func receive(_ bytes: Data) -> [Fields] {
    var events: [Fields] = []
    for byte in bytes {
      let isRestOfLineEnd = endsInCarriageReturn && byte == UInt8(ascii: "\n")
      endsInCarriageReturn = byte == UInt8(ascii: "\r")
      if isRestOfLineEnd { continue }
      if byte == UInt8(ascii: "\n") || endsInCarriageReturn {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
      }
    }
    return events
  }

  /// Takes a line as a field, and returns the event that an empty line ends.
  private mutating func endLine() -> Fields? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      defer { fields = [:] }
      return fields.isEmpty ? nil : fields
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    let name = String(decoding: line[..<colon], as: UTF8.self)
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    if name == "data", let earlier = fields[name] {
      fields[name] = earlier + "\n" + text
    } else if !name.isEmpty {
      fields[name] = text
    }
    return nil
  }
}
