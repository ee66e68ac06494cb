import Foundation
import SwiftParser
import SwiftSyntax

/// The positions of compiler errors in mutated sources.
package struct BuildErrors: Sendable {
  package struct Place: Hashable, Sendable {
    package let path: String
    package let line: Int
    package let column: Int
  }

  package let places: Set<Place>

  /// Reads the compiler's output, including that of a crash.
  package init(output: String) {
    var places = Set(
      output.matches(of: /(?m)^(\/[^:\n]+\.swift):(\d+):(\d+): error:/).map(Self.place))
    if places.isEmpty {
      places = Set(output.matches(of: /at \[(\/[^:\n]+\.swift):(\d+):(\d+)/).map(Self.place))
    }
    self.places = places
  }

  private static func place(
    _ match: Regex<(Substring, Substring, Substring, Substring)>.Match
  ) -> Place {
    Place(path: String(match.1), line: Int(match.2)!, column: Int(match.3)!)
  }

  /// Returns the ids of the mutants that may have caused errors at positions in a mutated text: for
  /// each position, those in the smallest enclosing statement or declaration that has any.
  package static func mutants(in text: String, at places: [Place]) -> Set<Int> {
    let tree = Parser.parse(source: text)
    let bytes = Array(text.utf8)
    let lines = SourceLocationConverter(fileName: "", tree: tree)
    var found: Set<Int> = []
    for place in places {
      let position = lines.position(ofLine: place.line, column: place.column)
      var node = tree.token(at: position).map(Syntax.init)
      while let current = node {
        node = current.parent
        guard current.isUnit else { continue }
        let range = current.trimmedRange
        let unit = String(
          decoding: bytes[range.lowerBound.utf8Offset..<range.upperBound.utf8Offset],
          as: UTF8.self)
        let ids = unit.matches(of: /__mutant\((\d+)\)/).compactMap { Int($0.1) }
        if !ids.isEmpty {
          found.formUnion(ids)
          break
        }
      }
    }
    return found
  }
}

extension Syntax {
  /// Whether the cause of an error in the node is probably in the node as well.
  fileprivate var isUnit: Bool {
    self.is(CodeBlockItemSyntax.self) || self.is(MemberBlockItemSyntax.self)
      || self.is(ConditionElementSyntax.self) || self.is(SourceFileSyntax.self)
  }
}
