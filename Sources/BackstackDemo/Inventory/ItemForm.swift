import Backstack

/// The form for adding or editing an item. Its timer closes it after a few ticks.
@Reducer
struct ItemForm: Sendable {
  /// The number of ticks, one per second, after which the timer closes the form.
  static let ticksUntilDismissal = 3
  /// The quantities that an item can have in stock.
  static let quantities = 0...9999

  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    var item: Item
    /// The number of ticks left while the timer is on; absent while it is off.
    var ticksLeft: Int?

    var id: Item.ID { item.id }

    /// The fields of the form: the item's, but not its id.
    static let bindingFields = BindingFields<Self> { fields in
      fields.add("name", \.item.name)
      fields.add("color", \.item.color)
      fields.add("status", \.item.status)
    }
  }

  enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case timerButtonTapped
    @ServerOnly case timerTicked
    /// The session is there again: its timer has ended meanwhile.
    @ServerOnly case resumed
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      // A view's range is a hint: a client may send any number.
      case .binding(\.item.status):
        if case .inStock(let quantity) = state.item.status {
          let range = Self.quantities
          state.item.status = .inStock(
            quantity: min(max(quantity, range.lowerBound), range.upperBound))
        }
        return .none

      case .binding:
        return .none

      case .timerButtonTapped where state.ticksLeft != nil:
        state.ticksLeft = nil
        return .cancel(id: CancelID.timer)

      case .timerButtonTapped:
        state.ticksLeft = Self.ticksUntilDismissal
        return timer

      case .resumed:
        return state.ticksLeft == nil ? .none : timer

      case .timerTicked:
        guard let ticksLeft = state.ticksLeft, ticksLeft > 1 else {
          return .run { [dismiss] _ in await dismiss() }
        }
        state.ticksLeft = ticksLeft - 1
        return .none
      }
    }
  }

  private var timer: Effect<Action> {
    .run { [clock] send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }
}
