import Backstack
import BackstackHost
import FoundationEssentials

/// A guest's visit: the menu, the basket, and the orders.
///
/// Screens don't know each other: they report what happened, and this reducer decides what follows.
@Reducer
struct Restaurant {
  /// The name under which the feature is hosted. Links begin with it, as `/app/` expects.
  static let name = "restaurant"
  static let maximumNameLength = 40

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var tab: Tab
    var search = ""
    @ServerOnly @Shared var dishes: IdentifiedArrayOf<Dish>
    @ServerOnly @Shared var basket: Basket
    @ServerOnly @Shared var orders: IdentifiedArrayOf<Order>
    @Shared var guestName: String
    /// The dish of a link, until the menu is there.
    @ServerOnly var linkedDish: Dish.ID?
    var path = StackState<Path.State>()
    @Presents var alert: AlertState<Never>?

    init(
      tab: Tab = .menu, dishes: IdentifiedArrayOf<Dish> = [], basket: Basket = Basket(),
      orders: IdentifiedArrayOf<Order> = [], guestName: String = "", linkedDish: Dish.ID? = nil
    ) {
      self.tab = tab
      _dishes = Shared(value: dishes)
      _basket = Shared(value: basket)
      _orders = Shared(value: orders)
      _guestName = Shared(value: guestName)
      self.linkedDish = linkedDish
    }
  }

  @SchemaRepresentable
  enum Tab: String, Codable, Sendable { case menu, orders }

  /// The screens of the stack.
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case dish(DishDetail)
    case basket(BasketReview)
    case status(OrderStatus)
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case dishTapped(id: Dish.ID)
    case basketButtonTapped
    case orderTapped(id: Order.ID)
    case path(StackActionOf<Path>)
    case alert(PresentationAction<Never>)
    @ServerOnly case began
    /// The session is there again, after a restart of the server.
    @ServerOnly case resumed
    @ServerOnly case menuLoaded(IdentifiedArrayOf<Dish>)
    @ServerOnly case menuFailed
    /// The kitchen has no more of a dish.
    @ServerOnly case soldOut(dish: Dish.ID)
    /// The kitchen has finished an order.
    @ServerOnly case ready(order: Order.ID)
    @ServerOnly case charge(order: Order.ID)
    @ServerOnly case charged(order: Order.ID, receipt: String)
    @ServerOnly case declined(order: Order.ID)
    @ServerOnly case refund(order: Order.ID)
    @ServerOnly case refunded(order: Order.ID)
  }

  @Dependency(\.bank) private var bank
  @Dependency(\.date) private var date
  @Dependency(\.kitchen) private var kitchen
  @Dependency(\.session) private var session
  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .began:
        // A client may have chosen the state: it has a say neither in orders nor in prices.
        state.path.removeAll()
        state.orders = []
        state.dishes = []
        return loadMenu()

      case .resumed:
        return .merge(loadMenu(), resumeTimers(of: state))

      case .menuLoaded(let dishes):
        return show(dishes, on: &state)

      case .menuFailed:
        state.alert = .menuFailed
        return .none

      case .soldOut(let dish):
        guard state.dishes[id: dish] != nil else { return .none }
        var dishes = state.dishes
        dishes[id: dish]?.isSoldOut = true
        return show(dishes, on: &state)

      case .dishTapped(let id):
        if let dish = Shared(state.$dishes[id: id]) {
          state.path.append(.dish(DishDetail.State(dish: dish)))
        } else {
          state.alert = .unknownDish
        }
        return .none

      case .basketButtonTapped:
        let basket = BasketReview.State(basket: state.$basket, guestName: state.$guestName)
        state.path.append(.basket(basket))
        return .none

      case .orderTapped(let id):
        guard let order = Shared(state.$orders[id: id]) else { return .none }
        state.tab = .menu
        state.path.append(.status(OrderStatus.State(order: order)))
        return .none

      case .path(.element(_, action: .dish(.delegate(.add(let dish, let quantity))))):
        state.basket.add(dish, quantity: quantity)
        return .none

      case .path(.element(_, action: .basket(.delegate(.place)))):
        return place(&state)

      case .path(.element(_, action: .status(.delegate(.cancel(let order))))):
        state.orders[id: order]?.stage = .cancelled
        return .durable(id: "refund \(order)", .refund(order: order))

      case .charge, .charged, .declined, .refund, .refunded, .ready:
        return work(on: &state, action)

      case .binding, .path, .alert:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$alert, action: \.alert)
  }

  private func loadMenu() -> Effect<Action> {
    .run { send in
      await send(.menuLoaded(try await kitchen.menu()))
    } catch: { _, send in
      await send(.menuFailed)
    }
  }

  /// Shows a menu, and the dish of the link if there is one.
  private func show(_ dishes: IdentifiedArrayOf<Dish>, on state: inout State) -> Effect<Action> {
    state.dishes = dishes
    let missing = state.basket.update(from: dishes)
    if !missing.isEmpty { state.alert = .soldOut(missing) }
    guard let dish = state.linkedDish else { return .none }
    state.linkedDish = nil
    return .send(.dishTapped(id: dish))
  }

  /// Orders what is in the basket, and shows how far the order is.
  private func place(_ state: inout State) -> Effect<Action> {
    // While the menu can't be read, the prices may be a client's.
    let missing = state.basket.update(from: state.dishes)
    if !missing.isEmpty { state.alert = .soldOut(missing) }
    guard missing.isEmpty, !state.basket.lines.isEmpty else { return .none }
    let id = uuid()
    state.orders[id: id] = Order(
      id: id, guestName: state.guestName, basket: state.basket, placedAt: date.now)
    state.basket = Basket()
    guard let order = Shared(state.$orders[id: id]) else { return .none }
    state.path = StackState([.status(OrderStatus.State(order: order))])
    return .durable(id: "charge \(id)", .charge(order: id))
  }

  /// Starts the timers of the screens again, as effects end with the process.
  private func resumeTimers(of state: State) -> Effect<Action> {
    .merge(
      state.path.ids.filter { state.path[id: $0]?.status != nil }.map { id in
        .send(.path(.element(id: id, action: .status(.task))))
      })
  }
}

// MARK: - Orders

extension Restaurant {
  /// Charges and refunds orders, and notes what has become of them.
  private func work(on state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .charge(let id):
      return state.orders[id: id].map(charge) ?? .none

    case .charged(let id, let receipt):
      // The bank's answer may come again after a restart.
      guard state.orders[id: id]?.stage == .paying else { return .none }
      state.orders[id: id]?.receipt = receipt
      state.orders[id: id]?.stage = .cooking
      return .none

    case .declined(let id):
      state.orders[id: id]?.stage = .declined
      return .none

    case .refund(let id):
      return .run { send in
        try await bank.refund(id)
        await send(.refunded(order: id))
      }

    case .refunded(let id):
      state.orders[id: id]?.receipt = nil
      return .none

    case .ready(let id):
      guard state.orders[id: id]?.stage == .cooking else { return .none }
      state.orders[id: id]?.stage = .ready
      state.alert = .ready
      return .none

    default:
      return .none
    }
  }

  /// Charges an order, then has it cooked: the process may end after each of the two.
  private func charge(_ order: Order) -> Effect<Action> {
    .run { send in
      let receipt = try await bank.charge(order.id, order.basket.cents)
      do {
        try await kitchen.cook(order, session?.id ?? "")
      } catch let error where !(error is CancellationError) {
        // Nobody pays for what is not cooked.
        try await bank.refund(order.id)
        throw error
      }
      await send(.charged(order: order.id, receipt: receipt))
    } catch: { _, send in
      await send(.declined(order: order.id))
    }
  }
}

extension AlertState<Never> {
  static let menuFailed = AlertState {
    TextState("The menu can't be read")
  } message: {
    TextState("Please come back in a moment.")
  }

  static let unknownDish = AlertState { TextState("There is no such dish") }

  static let ready = AlertState { TextState("Your order is ready") }

  static func soldOut(_ names: [String]) -> Self {
    AlertState {
      TextState("Sold out: \(names.joined(separator: ", "))")
    } message: {
      TextState("It is no longer in your order.")
    }
  }
}
