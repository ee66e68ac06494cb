/// The place of a value in a JSON document, as text (RFC 6901).
struct JSONPointer: Sendable, Hashable {
  let text: String

  /// The pointer to where a coding path leads or, if that is too long to be told, to a value around it.
  init(_ codingPath: [any CodingKey]) {
    var text = ""
    var count = 0
    for key in codingPath {
      let token = Self.token(key)
      // Names are what was sent; numbers are few, as nothing is nested deeply.
      if key.intValue == nil { count += token.unicodeScalars.count }
      if count > Problem.longestText { break }
      text += token
    }
    self.text = text
  }

  private static func token(_ key: any CodingKey) -> String {
    if let index = key.intValue { return "/\(index)" }
    var token = "/"
    for character in key.stringValue.unicodeScalars {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(character)
      }
    }
    return token
  }
}
