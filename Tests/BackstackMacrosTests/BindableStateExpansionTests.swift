import Testing

@Suite("Expansion of @BindableState")
struct BindableStateExpansionTests {
  @Test("A field of a binding is a stored variable that others can set")
  func fields() {
    let expansion = Expansion(
      #"""
      @BindableState
      public struct State: Codable {
        /// What to do.
        var title = ""
        var isDone: Bool
        @ServerOnly var owner: String
        var watched: Bool { didSet { } }
        private var secret = 1
        fileprivate(set) var count = 0
        let id: Int
        @Presents var sheet: Sheet?
        @Wrapped var wrapped: Int
        static var limit = 3
        var shout: String { title.uppercased() }
      }
      """#,
      macros: ["BindableState"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.contains(
        #"""
          public nonisolated static let bindingFields = BindingFields<Self> { fields in
            fields.add("title", \Self.title, description: "What to do.")
            fields.add("isDone", \Self.isDone)
            fields.add("owner", \Self.owner, isServerOnly: true)
            fields.add("watched", \Self.watched)
          }
        }

        extension State: nonisolated BindableState {
        }
        """#), "\(expansion.source)")
  }

  @Test("The names of the fields are those of CodingKeys, and a generic type computes its table")
  func keysAndGenerics() {
    let expansion = Expansion(
      #"""
      @BindableState
      struct State<Value> {
        var title = ""
        var value: Value
        var cache = 0
        enum CodingKeys: String, CodingKey { case title = "full-title", value }
      }
      """#,
      macros: ["BindableState"])
    #expect(
      expansion.source.contains(
        #"""
          nonisolated static var bindingFields: BindingFields<Self> {
            BindingFields<Self> { fields in
              fields.add("full-title", \Self.title)
              fields.add("value", \Self.value)
            }
          }
        """#), "\(expansion.source)")
  }

  @Test("BindableState refuses an enum, and fields that it can't determine")
  func diagnostics() {
    #expect(
      Expansion("@BindableState enum State {}").diagnostics == [
        "1:1: @BindableState can only be applied to a struct"
      ])
    #expect(
      Expansion("@BindableState struct State { lazy var a = 1 }").diagnostics == [
        "1:1: @BindableState can't determine the fields of this type: write 'bindingFields' yourself"
      ])
  }

  @Test(
    "A Codable, observable state gets the table if the feature has a binding",
    arguments: [
      ("@ObservableState", "Codable", "binding(BindingAction<State>)", true),
      ("@ObservableState", "Encodable, Decodable", "binding(BindingAction<State>)", true),
      ("@ObservableState", "Codable", "binding(Int)", false),
      ("@ObservableState", "Equatable", "binding(BindingAction<State>)", false),
      ("", "Codable", "binding(BindingAction<State>)", false),
    ])
  func features(attribute: String, conformances: String, binding: String, hasTable: Bool) {
    let expansion = Expansion(
      """
      @Reducer struct Feature {
        \(attribute) struct State: \(conformances) { var a = 1 }
        enum Action { case \(binding) }
      }
      """)
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.contains("bindingFields") == hasTable, "\(expansion.source)")
  }
}
