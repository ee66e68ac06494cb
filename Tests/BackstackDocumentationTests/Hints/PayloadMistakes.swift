/// Enums with an invalid payload: each is a line, which is put into a separate enum.
enum PayloadMistakes {
  /// The declarations that the lines below use.
  static let declarations = """
    import Backstack

    struct Item: Equatable, Sendable {}
    struct Box<Value> { var value: Value }
    extension Box: Codable where Value: Codable {}
    enum Answer: Sendable { case yes }

    @Reducer struct Plain {
      struct State: Sendable { var item = Item() }
      enum Action: Sendable { case chosen(Item) }
    }
    @Reducer struct Holder<Value: Sendable> {
      struct State { var value: Value }
      enum Action { case chosen(Value) }
    }
    @Reducer struct Coded {
      struct State: Codable, Identifiable { var id = 0 }
      enum Action: Codable { case tapped }
    }
    @Reducer enum Inner { case plain(Plain) }
    @Reducer struct Edit { let id: Int }
    @Reducer struct Hidden { private init() {} }

    """

  /// Enum reducers whose states and actions get conformances from the macro's arguments.
  static var enumReducers: [String] {
    ["codable", "encodable", "decodable"].flatMap { word in
      [
        "@Reducer(state: .\(word)) enum Path { case plain(Plain) }",
        "@Reducer(action: .\(word)) enum Path { case plain(Plain) }",
        "@Reducer(state: .equatable, .\(word)) enum Path { case alert(AlertState<Answer>) }",
        "@Reducer(action: .\(word), .hashable) enum Path { case alert(AlertState<Answer>) }",
        "@Reducer(state: .\(word)) enum Path { case dialog(ConfirmationDialogState<Answer>) }",
        "@Reducer(state: .\(word)) enum Path { case one(Coded), inner(Inner) }",
        "@Reducer(action: .\(word)) enum Path { case one(Coded), inner(Inner) }",
        "@Reducer(state: .\(word)) enum Path { case held(Holder<Item>) }",
        "@Reducer(action: .\(word)) enum Path { case held(Holder<Item>) }",
        "@Reducer(state: .\(word)) enum Path { @ReducerCaseIgnored case item(Item) }",
        "@Reducer(state: .\(word)) enum Path { case item(Item?) }",
        "@Reducer(state: .\(word)) enum Path { case both(first: Item, second: Int) }",
      ]
    }
  }

  /// Enums that declare a conformance to Codable, or to a half of it.
  static var enums: [String] {
    ["Codable", "Encodable", "Decodable"].flatMap { name in
      [
        "@Reducer struct Feature { enum State: \(name) { case item(Item) }; enum Action {} }",
        "@Reducer struct Feature { struct State {}; enum Action: \(name) { case item(Item) } }",
        "@CasePathable enum Choice: \(name) { case item(item: Item) }",
        "@CasePathable enum Choice: \(name) { case item(item: Item, count: Int) }",
        "@CasePathable enum Choice: \(name) { case item(item: Item = Item(), count: Int = 0) }",
        "@CasePathable enum Choice: \(name) { case item(item: Item?, count: Int) }",
        "@CasePathable enum Choice: \(name) { case item(item: Item? = nil, count: Int) }",
        "@CasePathable enum Choice: \(name) { case item(Item?) }",
        "@CasePathable enum Choice: \(name) { case items([Item]) }",
        "@CasePathable enum Choice: \(name) { case items([String: Item]) }",
        "@CasePathable enum Choice: \(name) { case box(Box<Item>) }",
        "@CasePathable enum Choice: \(name) { case pair((Int, Int)) }",
        "@CasePathable enum Choice: \(name) { case closure(() -> Void) }",
        "@CasePathable enum Choice: \(name) { case error(any Error) }",
        "@CasePathable enum Choice: \(name) { case result(Result<Item, any Error>) }",
        "@CasePathable enum Choice<Value>: \(name) { case value(Value) }",
        "@CasePathable enum Choice<Value>: \(name) { case value(value: Value) }",
        "struct Outer<Value> { @CasePathable enum Choice: \(name) { case value(Value) } }",
        "@CasePathable indirect enum Choice: \(name) { case item(Item), next(Choice) }",
        "@CasePathable enum Choice: \(name) { @ServerOnly case item(Item) }",
        "@CasePathable enum Choice: \(name) { case path(StackActionOf<Plain>) }",
        "@CasePathable enum Choice: \(name) { case child(PresentationAction<Plain.Action>) }",
        "@CasePathable enum Choice: \(name) { case rows(IdentifiedAction<Int, Plain.Action>) }",
        "@CasePathable enum Choice: \(name) { case alert(AlertState<Answer>) }",
      ]
    }
  }

  /// Enum reducers with features that can't be created, and the compiler's messages about them.
  static let features = [
    ("@Reducer enum Path { case edit(Edit) }", "write how to create it"),
    ("@Reducer enum Path { case hidden(Hidden) }", "write how to create it"),
    ("@Reducer enum Path<Value: Reducer> { case value(Value) }", "write how to create it"),
  ]

  /// Enum reducers with a payload that is not a feature, and the compiler's messages about them.
  static let payloads = [
    ("@Reducer enum Path { case count(Int) }", "'Action' is not a member type"),
    ("@Reducer enum Path { case item(Item) }", "'Action' is not a member type"),
    ("@Reducer enum Path { case plain(Plain.State) }", "'Action' is not a member type"),
    (
      "@Reducer enum Path { @ReducerCaseEphemeral case item(Item) }",
      "'Action' is not a member type"
    ),
    (
      "@Reducer enum Path { case item(Item); enum Action { case item(Int) } }",
      "'State' is not a member type"
    ),
  ]
}
