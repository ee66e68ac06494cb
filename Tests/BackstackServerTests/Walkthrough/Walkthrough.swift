/// The commands of a document and their output, from its console code blocks.
struct Walkthrough {
  /// A command line and the lines of its output.
  struct Step: Sendable {
    var command: String
    var output: [String] = []

    /// Whether it ends only after a later step has changed something.
    var waits: Bool { command.contains("wait=") && !command.contains("Prefer") || streams }
    /// Whether it prints before it ends.
    var streams: Bool { command.contains("curl -N") }
    /// Whether it prints the fields of the response.
    var showsFields: Bool { command.contains("curl -i") }
    /// Whether it only sets a variable.
    var isAssignment: Bool { command.prefixMatch(of: /[a-z]+=/) != nil }
  }

  private(set) var steps: [Step] = []

  /// - Parameter document: Markdown. Commands begin with `$ ` and are one line each.
  init(_ document: String) {
    var isInside = false
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2))))
      } else if isInside, !steps.isEmpty {
        steps[steps.count - 1].output.append(String(line))
      }
    }
  }
}

extension Walkthrough.Step {
  /// Returns a description of the difference between a command's output and the document, or `nil`
  /// when they match.
  ///
  /// The document may omit fields; elsewhere `…` stands for any text. White space, dates and times
  /// are ignored.
  func difference(from printed: String) -> String? {
    let printed = printed.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let (fields, content) = Self.parts(output, hasFields: showsFields)
    let (printedFields, printedContent) = Self.parts(printed, hasFields: showsFields)
    for field in fields where !printedFields.contains(field) {
      return "\(field) is not there; there are \(printedFields)"
    }
    let (wanted, found) = (Self.plain(content), Self.plain(printedContent))
    return Self.matches(
      found[...], wanted.split(separator: "…", omittingEmptySubsequences: false)[...])
      ? nil : "\(found) is not \(wanted)"
  }

  private static func parts(
    _ lines: [String], hasFields: Bool
  ) -> (fields: [String], content: String) {
    guard hasFields else { return ([], lines.joined(separator: "\n")) }
    let end = lines.firstIndex(of: "") ?? lines.endIndex
    return (Array(lines[..<end]), lines[end...].joined(separator: "\n"))
  }

  private static func plain(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT[\d:.]+Z/, with: "date").replacing(/retry: \d+/, with: "retry")
      .filter { !$0.isWhitespace }
  }

  /// Returns whether a text consists of the parts in order, with any text between them.
  private static func matches(_ text: Substring, _ parts: ArraySlice<Substring>) -> Bool {
    guard let first = parts.first, text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return parts.count == 1 ? rest.isEmpty : rest.hasSuffix(parts.last ?? "")
  }
}
