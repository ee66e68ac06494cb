import BackstackCoding

/// The position of a value in a JSON document, as text (RFC 6901).
public struct JSONPointer: Sendable, Hashable {
  public let text: String

  /// The maximum number of characters of the names in a pointer.
  private static let maximumNameLength = 200

  /// Creates the pointer for a coding path or, if that is too long for a response, for an enclosing
  /// value.
  package init(_ codingPath: [any CodingKey]) {
    var text = ""
    var count = 0
    for key in codingPath {
      let token = JSONPointerText.token(key)
      // Only names count: the client chose them. Indices are few, as the depth is limited.
      if key.intValue == nil { count += token.unicodeScalars.count }
      if count > Self.maximumNameLength { break }
      text += token
    }
    self.text = text
  }

  private init(text: String) { self.text = text }

  /// Returns the pointer in the document that has this one's as a member.
  func below(_ member: String) -> JSONPointer { JSONPointer(text: "/\(member)\(text)") }
}
