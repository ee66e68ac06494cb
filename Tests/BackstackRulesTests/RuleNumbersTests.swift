import FoundationEssentials
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The tests of this target say which rule they show by the number that their name begins with.
@Suite("The numbers of the rules")
struct RuleNumbersTests {
  private static let numbers = 1...120

  @Test("Each rule has exactly one test that is named after it")
  func complete() throws {
    var counts: [Int: Int] = [:]
    for text in try sources() {
      for rest in text.split(separator: "@Test(").dropFirst() {
        guard let number = Self.number(rest) else { continue }
        counts[number, default: 0] += 1
      }
    }
    let missing = Self.numbers.filter { counts[$0] == nil }
    let repeated = counts.filter { $0.value > 1 }.keys.sorted()
    let unknown = counts.keys.filter { !Self.numbers.contains($0) }.sorted()
    #expect(missing == [], "Rules without a test")
    #expect(repeated == [], "Rules with several tests")
    #expect(unknown == [], "Numbers that no rule has")
  }

  /// The number of the rule in `"R91: …"`, which may stand on a line of its own.
  private static func number(_ arguments: Substring) -> Int? {
    let name = arguments.drop { $0.isWhitespace }
    guard name.hasPrefix("\"R") else { return nil }
    let digits = name.dropFirst(2).prefix { $0.isNumber }
    guard name[digits.endIndex...].hasPrefix(":") else { return nil }
    return Int(digits)
  }

  /// What is in the Swift files beside and below this one, itself left out.
  private func sources() throws -> [String] {
    let file = URL(filePath: #filePath)
    let folder = file.deletingLastPathComponent()
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".swift") && $0 != file.lastPathComponent }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }
}
