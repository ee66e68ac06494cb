import Backstack

// example begins
@Reducer
struct Payment {
  struct State: Codable, Sendable {
    var order: String
    var receipt: String?
    var isPaying = false
  }

  enum Action: Codable, Sendable {
    case payButtonTapped
    @ServerOnly case charge(order: String)
    @ServerOnly case charged(receipt: String)
    @ServerOnly case chargeFailed
  }

  @Dependency(BankClient.self) var bank

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .payButtonTapped:
        state.isPaying = true
        return .durable(id: state.order, .charge(order: state.order))
      case .charge(let order):
        return .run { send in
          await send(.charged(receipt: try await bank.charge(order)))
        } catch: { _, send in
          await send(.chargeFailed)
        }
      case .charged(let receipt):
        state.receipt = receipt
        state.isPaying = false
        return .none
      case .chargeFailed:
        state.isPaying = false
        return .none
      }
    }
  }
}

/// A client of a bank, which recognizes an order that it gets again.
struct BankClient: Sendable {
  /// Charges an order, and returns the receipt.
  var charge: @Sendable (_ order: String) async throws -> String
}
// example ends

extension BankClient: DependencyKey {
  static let liveValue = BankClient { "receipt of \($0)" }
  static let testValue = BankClient { "receipt of \($0)" }
}
