/// The entity tags in `If-Match` or `If-None-Match` (RFC 9110 §8.8.3, §13.1).
package struct HTTPEntityTags: Sendable, Hashable {
  private struct Tag: Hashable {
    var text: String
    var isWeak: Bool
  }

  /// Whether the condition is `*`, which every representation meets.
  package private(set) var isAny = false
  private var tags: [Tag] = []
  /// The first element that is neither an entity tag nor `*`, without blanks; `nil` if there is none.
  package private(set) var malformed: String?

  /// Reads the values of a field; `nil` if there are none. What is not an entity tag matches nothing.
  ///
  /// - Complexity: O(*n*) in the length of the values.
  package init?(_ values: [String]) {
    guard !values.isEmpty else { return nil }
    for value in values {
      var rest = value.utf8[...]
      while !rest.isEmpty { readElement(&rest) }
    }
    // `*` stands alone (§13.1.1).
    if isAny, !tags.isEmpty { malformed = malformed ?? "*" }
  }

  /// The texts of the tags that `If-Match` compares, without their quotes: those that are not weak.
  package var strongTexts: [String] { tags.filter { !$0.isWeak }.map(\.text) }

  /// The texts of all tags, without their quotes.
  package var texts: [String] { tags.map(\.text) }

  /// Returns whether a tag is in the list, by the weak comparison of `If-None-Match` (§8.8.3.2).
  /// `*` does not count.
  ///
  /// - Parameter text: The tag without its quotes.
  package func lists(_ text: String) -> Bool { tags.contains { $0.text == text } }

  /// Returns whether a tag is in the list, or any tag is.
  package func matches(_ text: String) -> Bool { isAny || lists(text) }

  /// Reads an element up to the next comma, which quotes may contain.
  private mutating func readElement(_ rest: inout Substring.UTF8View) {
    rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.comma }
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest = rest.dropFirst(2) }
    var quoted: Substring.UTF8View?
    if rest.first == ASCII.quote {
      let text = rest.dropFirst()
      if let end = text.firstIndex(of: ASCII.quote) {
        quoted = text[..<end]
        rest = text[end...].dropFirst()
      }
    }
    let end = rest.firstIndex(of: ASCII.comma) ?? rest.endIndex
    let other = rest[..<end].filter { $0 != ASCII.space && $0 != ASCII.tab }
    rest = rest[end...]
    if let quoted, other.isEmpty {
      tags.append(Tag(text: String(Substring(quoted)), isWeak: isWeak))
    } else if quoted == nil, other == [ASCII.asterisk], !isWeak {
      isAny = true
    } else if quoted != nil || isWeak || !other.isEmpty {
      malformed = malformed ?? (isWeak ? "W/" : "") + String(decoding: other, as: UTF8.self)
    }
  }
}

extension HTTPRequest {
  /// Returns the entity tags of a condition; `nil` if the request does not have the field.
  package func entityTags(in name: HTTPFieldName) -> HTTPEntityTags? {
    mayHave(name) ? HTTPEntityTags(fields.values(of: name)) : nil
  }
}
