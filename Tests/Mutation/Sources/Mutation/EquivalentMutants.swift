/// The mutants that no test can notice, because they behave like the original.
package struct EquivalentMutants: Sendable {
  /// The reasons why the mutants are equivalent, by the mutants' names.
  package private(set) var reasons: [String: String] = [:]

  /// Parses a list: the name of a mutant on its own line, with the reason on indented lines below
  /// it. Lines that begin with `#` are comments.
  package init(_ text: String) {
    var name: String?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.first?.isWhitespace == true {
        guard let name else { continue }
        let words = line.split(whereSeparator: \.isWhitespace)
        reasons[name] = ([reasons[name] ?? ""] + words.map(String.init))
          .filter { !$0.isEmpty }.joined(separator: " ")
      } else {
        name = String(line)
      }
    }
  }
}
