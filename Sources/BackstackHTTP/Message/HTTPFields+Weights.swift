extension HTTPFields {
  /// Returns the weight of a value in a field such as `Accept` (RFC 9110 §12.4.2), or `nil` if the
  /// field does not contain it.
  ///
  /// Parameters other than the weight are ignored, and a weight that is not a number counts as 1. If
  /// a value is repeated, the first one counts.
  ///
  /// - Parameter text: The value in lower case.
  /// - Complexity: O(*n*) in the length of the field. The field is read for each value, without
  ///   allocating memory: clients name several, of which a server asks for one or two.
  package func weight(of text: String, in name: HTTPFieldName) -> Double? {
    guard marks & name.mark != 0 else { return nil }
    let span = bytes.span
    for entry in entries where hasName(entry, name) {
      let value = span.extracting(entry.value.range)
      if let weight = HTTPWeightedValue.weight(of: text, in: value) { return weight }
    }
    return nil
  }

  /// Returns what the most wanted value of a list with weights stands for; of several with one weight,
  /// the first. Those of weight 0 are not wanted.
  ///
  /// - Parameter meaning: Returns what a value in lower case stands for; `nil` to pass it over.
  /// - Complexity: O(*n*) in the length of the field.
  package func mostWanted<Meaning>(
    in name: HTTPFieldName, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    guard marks & name.mark != 0 else { return nil }
    let span = bytes.span
    var (best, highest): (Meaning?, Double) = (nil, 0)
    for entry in entries where hasName(entry, name) {
      HTTPWeightedValue.visit(span.extracting(entry.value.range)) { value, weight in
        guard weight > highest, let found = meaning(value) else { return }
        (best, highest) = (found, weight)
      }
    }
    return best
  }

  /// Returns whether a field that is a list has an element (RFC 9110 §5.6.1); commas and blanks are
  /// none.
  package func hasElements(in name: HTTPFieldName) -> Bool {
    guard marks & name.mark != 0 else { return false }
    return entries.contains { entry in
      hasName(entry, name)
        && bytes[entry.value.range].contains {
          $0 != ASCII.comma && $0 != ASCII.space && $0 != ASCII.tab
        }
    }
  }
}

/// The grammar of lists of values with weights (RFC 9110 §12.4.2).
private enum HTTPWeightedValue {
  static func weight(of text: String, in field: borrowing Span<UInt8>) -> Double? {
    let text = text.utf8.span
    if text.isEmpty { return nil }
    var index = 0
    while index < field.count {
      // Compares before it looks for the value's end: most values differ soon.
      let nameEnd = self.end(of: text, in: field, index)
      let end = end(of: field, index..<field.count, ASCII.comma)
      if let nameEnd, nameEnd == end || field[nameEnd] == ASCII.semicolon {
        return weight(in: field, nameEnd..<end)
      }
      index = end + 1
    }
    return nil
  }

  /// Calls a closure with each value in lower case, and its weight.
  static func visit(_ field: borrowing Span<UInt8>, _ body: (String, Double) -> Void) {
    var start = 0
    while start < field.count {
      let end = end(of: field, start..<field.count, ASCII.comma)
      let nameEnd = self.end(of: field, start..<end, ASCII.semicolon)
      let value = text(field, start..<nameEnd)
      body(String(decoding: value, as: UTF8.self), weight(in: field, nameEnd..<end))
      start = end + 1
    }
  }

  /// Returns the weight in the parameters of a value, each of which begins with a semicolon.
  private static func weight(in field: borrowing Span<UInt8>, _ parameters: Range<Int>) -> Double {
    var start = parameters.lowerBound
    while start < parameters.upperBound {
      let end = end(of: field, (start + 1)..<parameters.upperBound, ASCII.semicolon)
      let parameter = text(field, (start + 1)..<end)
      if parameter.starts(with: "q=".utf8) { return number(parameter.dropFirst(2)) ?? 1 }
      start = end
    }
    return 1
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Double? {
    guard digits.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.dot }) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self)).map { min($0, 1) }
  }

  /// Returns where a text in lower case ends that begins at a position, regardless of blanks and case;
  /// `nil` if another text begins there.
  private static func end(
    of text: borrowing Span<UInt8>, in field: borrowing Span<UInt8>, _ start: Int
  ) -> Int? {
    var position = 0
    var index = start
    while index < field.count {
      if !isBlank(field[index]) {
        guard position < text.count else { return index }
        guard ASCII.lowercased(field[index]) == text[position] else { return nil }
        position += 1
      }
      index += 1
    }
    return position == text.count ? index : nil
  }

  /// Returns a part without blanks, in lower case.
  private static func text(_ field: borrowing Span<UInt8>, _ part: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    for index in part where !isBlank(field[index]) { text.append(ASCII.lowercased(field[index])) }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }

  /// Returns the position of the first separator outside quotes (§5.6.4), or the end of the part.
  private static func end(
    of field: borrowing Span<UInt8>, _ part: Range<Int>, _ separator: UInt8
  ) -> Int {
    var index = part.lowerBound
    var isQuoted = false
    while index < part.upperBound, field[index] != separator || isQuoted {
      if field[index] == ASCII.quote {
        isQuoted.toggle()
      } else if field[index] == ASCII.backslash, isQuoted {
        // The next byte is itself, also if it is a quote.
        index += 1
      }
      index += 1
    }
    return min(index, part.upperBound)
  }
}
