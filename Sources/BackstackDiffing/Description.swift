/// What is shown of one value: a line, or lines for its parts between an opening and a closing one.
struct Description {
  /// How the parts of a value find their counterparts in another value.
  enum Style {
    /// No parts: ``opening`` is all.
    case leaf
    /// The parts have names: fields, the values of a dictionary.
    case named
    /// The parts have positions.
    case list
    /// The parts stand for themselves: the elements of a set, the lines of a text.
    case bag
  }

  struct Part {
    /// What stands in front of the part, with a colon and a space after it.
    let label: String?
    let description: Description
  }

  var style = Style.leaf
  var opening: String
  var parts: [Part] = []
  var closing = ""
  /// What stands between two parts.
  var separator = ","
  /// The value, for its type and its `==`.
  var value: Any
  /// Of the text and of the type, so that big values are told apart at once.
  private(set) var fingerprint = 0

  /// A value without parts.
  init(leaf text: String, of value: Any) {
    opening = text
    self.value = value
    updateFingerprint()
  }

  /// A value with parts; one line if there are none.
  init(
    _ style: Style, _ opening: String, _ parts: [Part], _ closing: String, separator: String = ",",
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

  /// The same between a prefix and a suffix, as the description of another value.
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
  /// The same text of values of the same types.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.fingerprint == rhs.fingerprint && lhs.type == rhs.type && lhs.opening == rhs.opening
      && lhs.closing == rhs.closing && lhs.parts == rhs.parts
  }

  /// Whether the values are equal by their type's own `==`, `nil` for a type without.
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
