import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file and its mutants.
package struct MutatedFile: Sendable {
  /// The path relative to the package's folder.
  package let path: String
  package let source: String
  /// The mutants in the order of the text; an enclosing one comes before those within it.
  package let mutants: [Mutant]
  /// The id of the first mutant.
  package var firstID = 0

  package init(path: String, source: String) {
    self.path = path
    self.source = source
    // Custom operators keep the grouping of unknown operators, which follows the text.
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    let finder = MutantFinder(tree, source: Array(source.utf8))
    finder.walk(tree)
    var seen: [String: Int] = [:]
    mutants = finder.mutants.sorted(by: Self.isBefore).map { found in
      var mutant = found
      seen[found.name, default: 0] += 1
      mutant.repetition = seen[found.name]!
      return mutant
    }
  }

  private static func isBefore(_ one: Mutant, _ other: Mutant) -> Bool {
    if one.range.lowerBound != other.range.lowerBound {
      return one.range.lowerBound < other.range.lowerBound
    }
    if one.range.upperBound != other.range.upperBound {
      return one.range.upperBound > other.range.upperBound
    }
    return one.isStatement && !other.isStatement
  }

  /// Returns the name of a mutant in lists: the file, followed by the change.
  package func name(of mutant: Mutant) -> String { "\(path): \(mutant.name)" }

  /// Returns the source with a switch for each mutant, except for those that are left out.
  package func text(without leftOut: (Mutant) -> Bool = { _ in false }) -> String {
    let bytes = Array(source.utf8)
    var result: [UInt8] = []
    var position = 0
    var open: [Mutant] = []
    func copy(upTo end: Int) {
      result += bytes[position..<end]
      position = end
    }
    func close(upTo start: Int) {
      while let last = open.last, last.range.upperBound <= start {
        copy(upTo: last.range.upperBound)
        result += last.suffix.utf8
        open.removeLast()
      }
    }
    for (index, mutant) in mutants.enumerated() where !leftOut(mutant) {
      close(upTo: mutant.range.lowerBound)
      copy(upTo: mutant.range.lowerBound)
      result += mutant.prefix.replacing("§", with: "__mutant(\(firstID + index))").utf8
      open.append(mutant)
    }
    close(upTo: bytes.count)
    copy(upTo: bytes.count)
    return String(decoding: result, as: UTF8.self)
  }
}
