import FoundationEssentials

/// A piece of code in this folder that is also in an article: the lines between `// sample: name`
/// and `// end`.
struct Sample: Hashable {
  let name: String
  let code: String

  /// Returns the samples of a source file.
  static func all(in source: String) -> [Sample] {
    var samples: [Sample] = []
    var name: String?
    var lines: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if trimmed.hasPrefix("// sample: ") {
        name = String(trimmed.dropFirst("// sample: ".count))
        lines = []
      } else if let finished = name, trimmed == "// end" {
        samples.append(Sample(name: finished, code: withoutIndentation(lines)))
        name = nil
      } else {
        lines.append(line)
      }
    }
    return samples
  }

  /// Returns the text of lines without their common indentation.
  static func withoutIndentation(_ lines: [Substring]) -> String {
    let indentation =
      lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }
}
