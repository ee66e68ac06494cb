import Testing

/// Checks payloads with which the compiler crashed, or would crash.
@Suite("Mistakes in payloads of enums")
struct PayloadMistakeTests {
  @Test("A payload of a Codable enum that is not Codable is an error at its line, in every form")
  func codable() throws {
    let lines = PayloadMistakes.enumReducers + PayloadMistakes.enums
    try check(lines.map { ($0, "A payload of a Codable enum has to be Codable.") })
  }

  @Test("A property of a Codable state that is not Codable is an error at its line")
  func properties() throws {
    try check(
      ["var one: Plain", "var one: Plain?", "let one: [Plain]"].map {
        (
          "@ObservableState struct State: Codable { \($0) }",
          "A property of a Codable state has to be Codable"
        )
      })
  }

  @Test("A Codable action with a binding of a state without the fields is an error at its line")
  func bindings() throws {
    func feature(_ state: String, _ action: String) -> String {
      "@Reducer struct Form { \(state) { var a = 1 }; "
        + "enum Action: BindableAction, \(action) { case binding(BindingAction<State>) } }"
    }
    let mistakes = ["Codable", "Encodable", "Decodable"].flatMap { action in
      [
        feature("struct State: Codable", action),
        feature("@ObservableState struct State", action),
      ]
    }
    try check(mistakes.map { ($0, "Codable and has @ObservableState") })
    try check([
      (feature("@ObservableState struct State: Codable", "Codable"), ""),
      (feature("struct State", "Equatable"), ""),
    ])
  }

  @Test("A feature that can't be created without arguments is an error at its line")
  func arguments() throws { try check(PayloadMistakes.features) }

  @Test("A payload of an enum reducer that is not a feature is an error at its line")
  func payloads() throws { try check(PayloadMistakes.payloads) }

  @Test("A Codable enum whose payloads are all Codable compiles")
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

  /// Compiles lines and expects the first message about each to contain `text`, or no message if
  /// `text` is empty.
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
