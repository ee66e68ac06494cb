import Testing

struct FeatureMistakeDiagnosticsTests {
  private func diagnostics(_ source: String) -> [String] {
    Expansion(source, macros: ["Reducer"]).diagnostics
  }

  @Test("A body with the type of another feature is diagnosed")
  func bodyOfAnotherFeature() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Shop {
        struct State {}
        var body: some ReducerOf<Module.Cart> {
          Cart()
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        4:13: 'body' is for 'Cart', but State and Action belong to 'Shop': write 'some ReducerOf<Self>' -> Make it 'some ReducerOf<Self>'
        """#
      ])
    #expect(
      expansion.fixed == #"""
        @Reducer
        struct Shop {
          struct State {}
          var body: some ReducerOf<Self> {
            Cart()
          }
        }
        """#)
  }

  @Test(
    "A body with the type of the feature itself is not diagnosed",
    arguments: [
      "var body: some ReducerOf<Self> { Cart() }",
      "var body: some ReducerOf<Shop> { Cart() }",
      "var body: some ReducerOf<Module.Shop> { Cart() }",
      "var body: some Reducer<Shop.State, Shop.Action> { Cart() }",
      "var body: some Reducer<Value, Cart.Action> { Cart() }",
      "var body: Cart { Cart() }",
    ])
  func bodyOfTheFeatureItself(body: String) {
    #expect(
      diagnostics("@Reducer struct Shop { struct State {}; enum Action {}; \(body) }") == [])
  }

  @Test("A body of another feature is allowed if State and Action are that feature's")
  func bodyOfAnotherFeatureIsFine() {
    #expect(
      diagnostics(
        """
        @Reducer struct Shop {
          typealias State = Cart.State
          typealias Action = Cart.Action
          var body: some ReducerOf<Cart> { Cart() }
        }
        @Reducer struct Other { var body: some ReducerOf<Cart> { Cart() } }
        """) == [])
  }

  @Test("A property that ifLet presents without @Presents is diagnosed at its declaration")
  func whatIfLetPresents() {
    let expansion = Expansion(
      #"""
      @Reducer
      struct Shop {
        struct State {
          // The cart.
          var cart: Cart.State?
          @Presents var sheet: Cart.State?
          @Wrapper var other: Cart.State?
          var plain: Cart.State?
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
            .ifLet(\.$cart, action: \.cart) { Cart().ifLet(\.$plain, action: \.plain) }
            .ifLet(\.$sheet, action: \.sheet)
            .ifLet(\.$other, action: \.other)
            .ifLet(\.plain, action: \.plain)
        }
      }
      """#,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        #"""
        5:9: 'cart' is presented by 'ifLet(\.$cart, …)', so it has to be marked with '@Presents' -> Add '@Presents'
        """#
      ])
    #expect(
      expansion.fixed.contains(
        """
            // The cart.
            @Presents var cart: Cart.State?
        """))
  }

  @Test("An enum reducer in a Codable state or action has to be Codable")
  func enumReducerThatACodableState() {
    func missing(_ enumeration: String, state: String = "", action: String = "") -> [String] {
      diagnostics(
        """
        @Reducer struct Shop {
          \(enumeration)
          struct State: Codable { \(state) }
          enum Action: Codable { \(action) }
        }
        """)
    }
    func message(_ attribute: String) -> [String] {
      [
        "2:3: 'Shop' encodes states or actions of 'Path', which are not Codable: "
          + "write '\(attribute)' -> Add the conformances"
      ]
    }
    let path = "@Reducer enum Path { case cart(Cart) }"
    let stack = "var path = StackState<Path.State>()"
    #expect(missing(path, state: stack) == message("@Reducer(state: .codable)"))
    #expect(
      missing(path, state: "@Presents var path: Path.State?")
        == message("@Reducer(state: .codable)"))
    #expect(
      missing(path, state: stack, action: "case path(StackActionOf<Path>)")
        == message("@Reducer(state: .codable, action: .codable)"))
    #expect(
      missing(path, action: "case path(PresentationAction<Path.Action>)")
        == message("@Reducer(action: .codable)"))
    #expect(
      missing("@Reducer(state: .hashable, .encodable) enum Path { case cart(Cart) }", state: stack)
        == message("@Reducer(state: .hashable, .encodable, .decodable)"))

    let coded = "@Reducer(state: .codable, action: .codable) enum Path { case cart(Cart) }"
    #expect(missing(coded, state: stack, action: "case path(StackActionOf<Path>)") == [])
    #expect(missing(path, state: "var path: Other.State", action: "case path(Other.Action)") == [])
    #expect(missing(path, state: "var top: Path.State? { nil }") == [])
    #expect(missing(path, state: "\(stack); enum CodingKeys: CodingKey {}") == [])
    #expect(missing(path, state: "\(stack); init(from decoder: any Decoder) {}") == [])
    #expect(
      missing("@Reducer enum Path { enum State { case cart(Int) } }", state: stack) == [])
  }

  @Test("Self in an action is diagnosed, because it is not the feature")
  func actionNamesItsFeatureBecauseSelf() {
    let expansion = Expansion(
      """
      @Reducer
      struct Maze {
        enum Action {
          indirect case path(StackActionOf<Self>)
          indirect case rows(IdentifiedActionOf<Maze>)
          indirect case map(PresentationAction<Self>)
        }
      }
      """,
      macros: ["Reducer"])
    #expect(
      expansion.diagnostics == [
        "4:38: 'Self' is the action here: write 'Maze', the name of the feature "
          + "-> Replace 'Self' with 'Maze'"
      ])
  }

  @Test("A state or action that is coded in one direction needs only that conformance")
  func whatIsCodedOneWay() {
    #expect(
      diagnostics(
        """
        @Reducer struct Shop {
          @Reducer enum Path { case cart(Cart) }
          enum State: Encodable { case path(Path.State) }
          enum Action: Decodable { case path(Path.Action) }
        }
        """
      ) == [
        "2:3: 'Shop' encodes states or actions of 'Path', which are not Codable: "
          + "write '@Reducer(state: .encodable, action: .decodable)' -> Add the conformances"
      ])
  }
}
