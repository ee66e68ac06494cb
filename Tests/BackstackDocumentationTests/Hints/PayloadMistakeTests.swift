import Testing

/// Payloads with which the compiler crashed, or would.
@Suite("Mistakes in the payloads of enums")
struct PayloadMistakeTests {
  @Test("A payload of a Codable enum that is not Codable is an error of its line, in every form")
  func codable() throws {
    let lines = PayloadMistakes.enumReducers + PayloadMistakes.enums
    try check(lines.map { ($0, "A payload of a Codable enum has to be Codable.") })
  }

  @Test("A feature that can't be made without arguments is an error of its line")
  func arguments() throws { try check(PayloadMistakes.features) }

  @Test("A payload that is no feature is an error of its line")
  func payloads() throws { try check(PayloadMistakes.payloads) }

  @Test("What is Codable in every part has no mistake")
  func correct() throws {
    try check([
      ("@Reducer(state: .codable, action: .codable) enum Path { case one(Coded) }", ""),
      (
        "@Reducer(state: .codable, action: .codable) enum Path { case alert(AlertState<Never>) }",
        ""
      ),
      ("@CasePathable enum Choice<Value: Codable>: Codable { case value(value: Value?) }", ""),
      (
        "@CasePathable enum Choice: Codable { case box(Box<Int>), both(a: Int = 1, b: [Int]?) }", ""
      ),
    ])
  }

  /// Compiles lines, each with what is in the first text that the compiler says of it; an empty one
  /// stands for no text.
  private func check(
    _ lines: [(code: String, text: String)], location: SourceLocation = #_sourceLocation
  ) throws {
    var source = PayloadMistakes.declarations
    let first = source.count { $0 == "\n" } + 1
    for (number, line) in lines.enumerated() { source += "enum Part\(number) { \(line.code) }\n" }
    let messages = try TypeChecker().messages(for: source, as: .code)
    for (number, line) in lines.enumerated() {
      let texts = messages.filter { $0.line == first + number }.map(\.text)
      #expect(
        line.text.isEmpty ? texts.isEmpty : texts.first?.contains(line.text) == true,
        "\(line.code): \(texts)", sourceLocation: location)
    }
    #expect(messages.filter { $0.line < first } == [], sourceLocation: location)
  }
}
