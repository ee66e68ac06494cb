import Backstack
import FoundationEssentials

/// How far an order is, and when it may be ready.
@Reducer
struct OrderStatus {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @ServerOnly @Shared var order: Order
    /// The time that the kitchen still needs; `nil` until the screen is shown.
    @ServerOnly var remaining: Duration?
    @Presents var dialog: ConfirmationDialogState<Dialog>?
  }

  enum Action: Codable, Sendable {
    case task
    case cancelButtonTapped
    case dialog(PresentationAction<Dialog>)
    @ServerOnly case minutePassed
    @ServerOnly case delegate(Delegate)

    @CasePathable
    enum Delegate: Codable, Sendable { case cancel(order: Order.ID) }
  }

  /// The actions of the dialog's buttons.
  @CasePathable
  enum Dialog: Codable, Sendable { case cancelConfirmed }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        let waited = Int(date.now.timeIntervalSince(state.order.placedAt))
        state.remaining = max(.zero, state.order.preparation - .seconds(waited))
        return .run { send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .minutePassed:
        let remaining = max(.zero, (state.remaining ?? .zero) - .seconds(60))
        state.remaining = remaining
        let isOver = remaining == .zero || ![.paying, .cooking].contains(state.order.stage)
        return isOver ? .cancel(id: CancelID.timer) : .none

      case .cancelButtonTapped:
        if state.order.stage == .cooking { state.dialog = .cancel }
        return .none

      case .dialog(.presented(.cancelConfirmed)):
        // It may have become ready meanwhile.
        guard state.order.stage == .cooking else { return .none }
        return .send(.delegate(.cancel(order: state.order.id)))

      case .dialog, .delegate:
        return .none
      }
    }
    .ifLet(\.$dialog, action: \.dialog)
  }
}

extension ConfirmationDialogState<OrderStatus.Dialog> {
  /// The dialog that asks before an order is cancelled.
  static let cancel = ConfirmationDialogState(titleVisibility: .visible) {
    TextState("Cancel the order?")
  } actions: {
    ButtonState(role: .destructive, action: .cancelConfirmed) {
      TextState("Cancel the order")
    }
    ButtonState(role: .cancel) {
      TextState("Keep it")
    }
  } message: {
    TextState("You get your money back.")
  }
}
