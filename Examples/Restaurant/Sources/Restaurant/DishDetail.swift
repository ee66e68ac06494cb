import Backstack

/// One dish, and how many of it to order.
@Reducer
struct DishDetail {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @ServerOnly @Shared var dish: Dish
    var quantity = 1
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case addButtonTapped
    @ServerOnly case delegate(Delegate)

    @CasePathable
    enum Delegate: Codable, Sendable {
      case add(dish: Dish, quantity: Int)
    }
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.quantity):
        // The range of a stepper is a hint: clients may send any number.
        state.quantity = state.quantity.clamped(to: Basket.Line.quantities)
        return .none

      case .addButtonTapped:
        guard !state.dish.isSoldOut else { return .none }
        return .run { [dish = state.dish, quantity = state.quantity] send in
          await send(.delegate(.add(dish: dish, quantity: quantity)))
          await dismiss()
        }

      case .binding, .delegate:
        return .none
      }
    }
  }
}
