/// The mutants that no test can notice, because they behave like the original.
package struct EquivalentMutants: Sendable {
  /// Why each is equivalent, by the mutant's name.
  package private(set) var reasons: [String: String] = [:]

  /// Reads a list: the name of a mutant on a line of its own, the reason on indented lines below it.
  /// Lines that begin with `#` are comments.
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
