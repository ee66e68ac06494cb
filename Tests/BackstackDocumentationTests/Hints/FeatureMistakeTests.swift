import Testing

/// What the compiler says first of features that are put together in a wrong way.
@Suite("Mistakes in features")
struct FeatureMistakeTests {
  @Test("An operator with the reducer of another feature says so, and nothing else")
  func otherReducers() throws {
    for texts in try check(FeatureMistake.otherReducers) { #expect(texts.count == 1, "\(texts)") }
  }

  @Test("What is forgotten in a feature is what the first message names")
  func features() throws { _ = try check(FeatureMistake.features) }

  /// What the compiler says of each feature, whose first message has to contain the mend.
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
