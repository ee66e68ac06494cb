/// The text of one value: a line, or an opening line, the lines of its parts and a closing line.
struct Description {
  /// The way in which the parts of a value are matched with the parts of another value.
  enum Style {
    /// No parts: ``opening`` is the whole text.
    case leaf
    /// The parts have names: fields, the values of a dictionary.
    case named
    /// The parts have positions.
    case list
    /// The parts are matched by their content: the elements of a set, the lines of a text.
    case bag
  }

  struct Part {
    /// The text in front of the part, including a colon and a space.
    let label: String?
    let description: Description
  }

  var style = Style.leaf
  var opening: String
  var parts: [Part] = []
  var closing = ""
  /// The text between two parts.
  var separator = ","
  /// The value, for its type and its `==`.
  var value: Any
  /// A hash of the text and the type, so that big values that differ are recognized at once.
  private(set) var fingerprint = 0

  /// Creates the description of a value without parts.
  init(leaf text: String, of value: Any) {
    opening = text
    self.value = value
    updateFingerprint()
  }

  /// Creates the description of a value with parts; it is a leaf if `parts` is empty.
  init(
    _ style: Style, _ opening: String, _ parts: [Part], closing: String, separator: String = ",",
    of value: Any
  ) {
    self.opening = opening
    self.value = value
    if parts.isEmpty {
      self.opening += closing
    } else {
      self.style = style
      self.parts = parts
      self.closing = closing
      self.separator = separator
    }
    updateFingerprint()
  }

  /// Returns this description between a prefix and a suffix, as the description of another value.
  func wrapped(_ prefix: String, _ suffix: String, of value: Any) -> Description {
    var wrapped = self
    wrapped.opening = prefix + opening + (style == .leaf ? suffix : "")
    wrapped.closing += style == .leaf ? "" : suffix
    wrapped.value = value
    wrapped.updateFingerprint()
    return wrapped
  }

  /// The type of the value.
  var type: Any.Type { Swift.type(of: value) }

  /// The lines of the text.
  var lines: [String] {
    var lines: [String] = []
    append(to: &lines, indentation: "", label: nil, separator: "")
    return lines
  }

  func append(
    to lines: inout [String], indentation: String, label: String?, separator end: String
  ) {
    let first = indentation + (label ?? "") + opening
    guard style != .leaf else { return lines.append(first + end) }
    lines.append(first)
    for (index, part) in parts.enumerated() {
      part.description.append(
        to: &lines, indentation: indentation + "  ", label: part.label,
        separator: index == parts.count - 1 ? "" : separator)
    }
    lines.append(indentation + closing + end)
  }

  private mutating func updateFingerprint() {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(opening)
    hasher.combine(closing)
    for part in parts {
      hasher.combine(part.label)
      hasher.combine(part.description.fingerprint)
    }
    fingerprint = hasher.finalize()
  }
}

extension Description: Equatable {
  /// Returns whether two values have the same text and the same types.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.fingerprint == rhs.fingerprint && lhs.type == rhs.type && lhs.opening == rhs.opening
      && lhs.closing == rhs.closing && lhs.parts == rhs.parts
  }

  /// Returns whether the values are equal by their type's `==`; `nil` if it isn't `Equatable`.
  func equalsByItself(_ other: Description) -> Bool? {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
    return (value as? any Equatable).map { isEqual($0) }
  }
}

extension Description.Part: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.label == rhs.label && lhs.description == rhs.description
  }
}
