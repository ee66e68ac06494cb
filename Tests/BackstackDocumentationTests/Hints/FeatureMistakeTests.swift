import Testing

/// Checks the compiler's first message about features with mistakes.
@Suite("Mistakes in features")
struct FeatureMistakeTests {
  @Test("An operator with the reducer of another feature gives one message, which says so")
  func otherReducers() throws {
    for texts in try check(FeatureMistake.otherReducers) { #expect(texts.count == 1, "\(texts)") }
  }

  @Test("The first message about a feature names what is missing")
  func features() throws { _ = try check(FeatureMistake.features) }

  /// Returns the compiler's messages about each feature, and expects the first of them to contain
  /// `mend`.
  private func check(
    _ mistakes: [FeatureMistake], location: SourceLocation = #_sourceLocation
  ) throws -> [[String]] {
    var source = FeatureMistake.declarations
    var ranges: [Range<Int>] = []
    for (number, mistake) in mistakes.enumerated() {
      let first = lineCount(of: source) + 1
      source += "enum Part\(number) {\n\(mistake.code)\n}\n"
      ranges.append(first..<lineCount(of: source) + 1)
    }
    let messages = try TypeChecker().messages(for: source)
    return zip(mistakes, ranges).map { mistake, range in
      let texts = messages.filter { range.contains($0.line) }.map(\.text)
      #expect(
        texts.first?.contains(mistake.mend) == true, "\(mistake.code)\n\(texts)",
        sourceLocation: location)
      return texts
    }
  }

  private func lineCount(of text: String) -> Int { text.count { $0 == "\n" } }
}
