/// The commands of a document and what they print, from its blocks of code for the console.
struct Walkthrough {
  /// A command line, and the lines that follow it.
  struct Step: Sendable {
    var command: String
    var output: [String] = []

    /// Whether it ends by itself only when a later step has changed something.
    var waits: Bool { command.contains("wait=") && !command.contains("Prefer") || streams }
    /// Whether it prints before that.
    var streams: Bool { command.contains("curl -N") }
    /// Whether it prints the fields of the answer.
    var showsFields: Bool { command.contains("curl -i") }
    /// Whether it only sets a variable.
    var isAssignment: Bool { command.prefixMatch(of: /[a-z]+=/) != nil }
  }

  private(set) var steps: [Step] = []

  /// - Parameter document: Markdown; commands begin with `$ ` and have one line each.
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
  /// What is wrong with what the command has printed; `nil` when it is what the document shows.
  ///
  /// Of fields the document may show some only; elsewhere `…` stands for anything. Space between values,
  /// dates and times don't matter.
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

  /// Whether a text has some parts, in order, the first at its start and the last at its end.
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
