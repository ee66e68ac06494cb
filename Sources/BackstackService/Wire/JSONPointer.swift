/// The place of a value in a JSON document, as text (RFC 6901).
struct JSONPointer: Sendable, Hashable {
  let text: String

  /// The pointer to where a coding path leads.
  init(_ codingPath: [any CodingKey]) {
    var text = ""
    for key in codingPath {
      text += "/"
      if let index = key.intValue {
        text += String(index)
      } else {
        for character in key.stringValue.unicodeScalars {
          switch character {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(character)
          }
        }
      }
    }
    self.text = text
  }
}
