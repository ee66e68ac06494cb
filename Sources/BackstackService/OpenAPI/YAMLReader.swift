import BackstackCoding

/// A reader for the subset of YAML 1.2 in which the operations are written: mappings and sequences
/// by indentation, literal blocks, plain and quoted scalars, and sequences in brackets on one line.
struct YAMLReader {
  /// The reason why a text is not in the subset.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct Line {
    let indentation: Int
    var text: Substring
  }

  private var lines: [Line]
  private var position = 0

  /// Reads a document.
  static func read(_ text: String) throws(Failure) -> JSONLiteral {
    var reader = YAMLReader(text)
    reader.skipEmptyLines()
    guard let first = reader.next else { return [:] }
    let value = try reader.readBlock(at: first.indentation)
    reader.skipEmptyLines()
    if let line = reader.next { throw failure("unexpected indentation", line.text) }
    return value
  }

  private init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.drop { $0 == " " }
      return Line(indentation: line.count - text.count, text: text)
    }
  }

  private var next: Line? { position < lines.count ? lines[position] : nil }

  private mutating func skipEmptyLines() {
    while let line = next, line.text.isEmpty { position += 1 }
  }

  /// Reads a mapping or a sequence whose lines have this indentation.
  private mutating func readBlock(at indentation: Int) throws(Failure) -> JSONLiteral {
    var members: [JSONLiteral.Member] = []
    var elements: [JSONLiteral] = []
    while true {
      skipEmptyLines()
      guard let line = next, line.indentation == indentation else { break }
      if line.text.hasPrefix("- ") {
        // The text after the dash is a separate block.
        let content = line.text.dropFirst(2).drop { $0 == " " }
        let inner = indentation + line.text.count - content.count
        if Self.splitKey(content) == nil {
          position += 1
          elements.append(try Self.scalar(content))
        } else {
          lines[position] = Line(indentation: inner, text: content)
          elements.append(try readBlock(at: inner))
        }
      } else if let (key, rest) = Self.splitKey(line.text) {
        position += 1
        members.append(JSONLiteral.Member(key, try readValue(rest, of: indentation)))
      } else {
        throw Self.failure("neither a key nor a dash", line.text)
      }
    }
    guard members.isEmpty || elements.isEmpty else {
      throw Self.failure("a mapping and a sequence in one", "")
    }
    guard Set(members.map(\.name)).count == members.count else {
      throw Self.failure("a key that occurs twice", "")
    }
    return elements.isEmpty ? .object(members) : .array(elements)
  }

  /// Reads the value of a key: a scalar, or a block with more indentation.
  private mutating func readValue(
    _ rest: Substring, of indentation: Int
  ) throws(Failure) -> JSONLiteral {
    if rest == "|" { return .string(readLiteralBlock(below: indentation)) }
    guard rest.isEmpty else { return try Self.scalar(rest) }
    skipEmptyLines()
    guard let line = next, line.indentation > indentation else { return .null }
    return try readBlock(at: line.indentation)
  }

  private mutating func readLiteralBlock(below indentation: Int) -> String {
    var text: [String] = []
    var inner: Int?
    while let line = next, line.text.isEmpty || line.indentation > indentation {
      inner = inner ?? (line.text.isEmpty ? nil : line.indentation)
      let extra = line.text.isEmpty ? 0 : line.indentation - (inner ?? 0)
      text.append(String(repeating: " ", count: max(0, extra)) + line.text)
      position += 1
    }
    while text.last?.isEmpty == true { text.removeLast() }
    return text.joined(separator: "\n") + "\n"
  }

  private static func failure(_ reason: String, _ text: Substring) -> Failure {
    Failure(description: "YAML: \(reason): \(text)")
  }
}

extension YAMLReader {
  /// Splits a line into its key and the rest; returns `nil` for a line without a key.
  private static func splitKey(_ text: Substring) -> (key: String, rest: Substring)? {
    if let quote = text.first, quote == "'" {
      let inside = text.dropFirst()
      guard let end = inside.firstIndex(of: quote) else { return nil }
      let after = inside[inside.index(after: end)...]
      guard after.hasPrefix(":") else { return nil }
      return (String(inside[..<end]), after.dropFirst().drop { $0 == " " })
    }
    guard let first = text.first, first != "[", first != "{" else { return nil }
    if text.hasSuffix(":"), !text.contains(": ") { return (String(text.dropLast()), "") }
    guard let colon = text.firstRange(of: ": ") else { return nil }
    return (String(text[..<colon.lowerBound]), text[colon.upperBound...].drop { $0 == " " })
  }

  private static func scalar(_ text: Substring) throws(Failure) -> JSONLiteral {
    switch text {
    case "true": return true
    case "false": return false
    case "null", "~": return .null
    case "{}": return [:]
    case "[]": return []
    default: break
    }
    guard let first = text.first, !"&*!>{%@`|\"#".contains(first) else {
      throw failure("a form that is not read", text)
    }
    if first == "[" {
      guard text.hasSuffix("]") else { throw failure("a bracket that is not closed", text) }
      var elements: [JSONLiteral] = []
      for element in text.dropFirst().dropLast().split(separator: ", ") {
        elements.append(try scalar(element))
      }
      return .array(elements)
    }
    if first == "'" {
      guard text.count > 1, text.hasSuffix("'") else {
        throw failure("a quote that is not closed", text)
      }
      return .string(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
    }
    return YAMLScalar.isNumber(text) ? .number(String(text)) : .string(String(text))
  }
}
