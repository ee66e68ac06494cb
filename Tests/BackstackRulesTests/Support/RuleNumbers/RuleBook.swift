import FoundationEssentials

/// The rules and decisions that `Rules.md` defines.
struct RuleBook {
  struct Rule {
    let number: Int
    /// The test files that its group names, as paths in `Tests/BackstackRulesTests`.
    let files: [String]
  }

  private(set) var rules: [Rule] = []
  private(set) var decisions: [Int] = []

  init(_ text: String) {
    var files: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        files = []
      } else if line.hasPrefix("Tests: ") {
        // Between backticks.
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        files = stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
      } else if let number = Self.number(line, after: "- **R") {
        rules.append(Rule(number: number, files: files))
      } else if let number = Self.number(line, after: "- **Decision ") {
        decisions.append(number)
      }
    }
  }

  /// Returns the number in a line that begins with `prefix`, the number, and `.**`.
  private static func number(_ line: Substring, after prefix: String) -> Int? {
    guard line.hasPrefix(prefix) else { return nil }
    let digits = line.dropFirst(prefix.count).prefix { $0.isNumber }
    guard line[digits.endIndex...].hasPrefix(".**") else { return nil }
    return Int(digits)
  }
}
