/// A feature with a mistake, and the compiler's first message about it.
struct FeatureMistake {
  /// The source of the feature, which is put into a separate enum.
  let code: String
  /// A part of the first message.
  let mend: String

  init(_ mend: String, _ code: String) {
    self.code = code
    self.mend = mend
  }

  /// The declarations that the features below use.
  static let declarations = """
    import Backstack
    import BackstackSessions

    @Reducer struct Cart {
      struct State: Codable, Equatable, Identifiable { var id = 0 }
      enum Action: Codable { case tapped }
    }
    @Reducer struct Item {
      struct State: Codable, Equatable { var count = 0 }
      enum Action: Codable { case tapped }
    }

    """

  /// Operators with the reducer of another feature than that of the key paths.
  static let otherReducers: [FeatureMistake] = [
    operatorWithItem("Scope(state: \\.cart, action: \\.cart)", "Cart.State", "Cart.Action"),
    operatorWithItem(
      "EmptyReducer().ifLet(\\.$cart, action: \\.cart)", "Cart.State?",
      "PresentationAction<Cart.Action>", attribute: "@Presents "),
    operatorWithItem(
      "EmptyReducer().ifLet(\\.cart, action: \\.cart)", "Cart.State?", "Cart.Action"),
    operatorWithItem(
      "EmptyReducer().forEach(\\.cart, action: \\.cart)", "StackState<Cart.State>",
      "StackActionOf<Cart>"),
    operatorWithItem(
      "EmptyReducer().forEach(\\.cart, action: \\.cart)", "IdentifiedArrayOf<Cart.State>",
      "IdentifiedActionOf<Cart>"),
    FeatureMistake(
      otherReducer,
      """
      @Reducer struct Shop {
        enum State { case cart(Cart.State) }
        enum Action { case cart(Cart.Action) }
        var body: some ReducerOf<Self> { Scope(state: \\.cart, action: \\.cart) { Item() } }
      }
      """),
    FeatureMistake(
      otherReducer,
      """
      @Reducer struct Shop {
        enum State { case cart(Cart.State) }
        enum Action { case cart(Cart.Action) }
        var body: some ReducerOf<Self> {
          EmptyReducer().ifCaseLet(\\.cart, action: \\.cart) { Item() }
        }
      }
      """),
    FeatureMistake(
      otherReducer,
      """
      @Reducer struct Shop {
        struct State { var cart = Cart.State() }
        enum Action { case cart(Cart.Action), item(Item.Action) }
        var body: some ReducerOf<Self> {
          Scope(state: \\.cart, action: \\.item) { Cart() }
        }
      }
      """),
  ]

  private static let otherReducer =
    "Write the reducer whose State and Action the key paths lead to"

  private static func operatorWithItem(
    _ call: String, _ state: String, _ action: String, attribute: String = ""
  ) -> FeatureMistake {
    FeatureMistake(
      otherReducer,
      """
      @Reducer struct Shop {
        struct State { \(attribute)var cart: \(state) }
        enum Action { case cart(\(action)) }
        var body: some ReducerOf<Self> {
          Reduce { _, _ in .none }
          \(call) { Item() }
        }
      }
      """)
  }

  /// Mistakes that the macro detects from the feature alone.
  static let features: [FeatureMistake] = [
    FeatureMistake(
      "The states and actions of a hosted feature are sent and stored as JSON: add Codable to",
      """
      @Reducer struct Shop {
        struct State { var count = 0 }
        enum Action { case tapped }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      static let feature = Feature("shop", initialState: Shop.State()) { Shop() }
      """),
    FeatureMistake(
      "so it has to be marked with '@Presents'",
      """
      @Reducer struct Shop {
        struct State { var cart: Cart.State? }
        enum Action { case cart(PresentationAction<Cart.Action>) }
        var body: some ReducerOf<Self> {
          Reduce { _, _ in .none }
            .ifLet(\\.$cart, action: \\.cart) { Cart() }
        }
      }
      """),
    FeatureMistake(
      "so it has to be marked with '@Presents'",
      """
      @Reducer struct Shop {
        @Reducer enum Destination { case cart(Cart) }
        struct State { var destination: Destination.State? }
        enum Action { case destination(PresentationAction<Destination.Action>) }
        var body: some ReducerOf<Self> {
          EmptyReducer().ifLet(\\.$destination, action: \\.destination)
        }
      }
      """),
    FeatureMistake(
      "write '@Reducer(state: .codable)'",
      """
      @Reducer struct Shop {
        @Reducer enum Path { case cart(Cart) }
        struct State: Codable { var path = StackState<Path.State>() }
        enum Action { case path(StackActionOf<Path>) }
        var body: some ReducerOf<Self> { EmptyReducer().forEach(\\.path, action: \\.path) }
      }
      """),
    FeatureMistake(
      "write '@Reducer(state: .equatable, .codable, action: .codable)'",
      """
      @Reducer struct Shop {
        @Reducer(state: .equatable) enum Path { case cart(Cart) }
        struct State: Codable { @Presents var path: Path.State? }
        enum Action: Codable { case path(PresentationAction<Path.Action>) }
        var body: some ReducerOf<Self> { EmptyReducer().ifLet(\\.$path, action: \\.path) }
      }
      """),
    FeatureMistake(
      "'Self' is the action here: write 'Shop'",
      """
      @Reducer struct Shop {
        struct State { var path = StackState<State>() }
        enum Action { indirect case path(StackActionOf<Self>) }
        var body: some ReducerOf<Self> {
          EmptyReducer().forEach(\\.path, action: \\.path) { Self() }
        }
      }
      """),
    FeatureMistake(
      "has no member 'cuont'",
      """
      @Reducer struct Shop {
        struct State { var count = 0 }
        enum Action { case tapped, closed }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .tapped:
              state.cuont += 1
              return .none
            case .closed: return .none
            }
          }
        }
      }
      """),
    FeatureMistake(
      "State and Action belong to 'Shop': write 'some ReducerOf<Self>'",
      """
      @Reducer struct Shop {
        struct State { var count = 0 }
        enum Action { case tapped }
        var body: some ReducerOf<Cart> {
          Reduce { state, action in
            switch action {
            case .tapped:
              state.count += 1
              return .none
            }
          }
        }
      }
      """),
  ]
}
