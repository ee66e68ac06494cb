import Backstack
import BackstackHost
import Foundation

/// A feature that pays orders. The bank is standard output: each order is a line, and the bank
/// responds at once or never.
@Reducer
struct Checkout {
  struct State: Codable, Sendable { var receipts: [String] = [] }

  enum Action: Codable, Sendable {
    case pay(order: String)
    @ServerOnly case charge(order: String)
    @ServerOnly case charged(receipt: String)
  }

  let isBankOpen: Bool

  static func feature(isBankOpen: Bool) -> Feature {
    Feature("checkout", initialState: State()) { Checkout(isBankOpen: isBankOpen) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pay(let order): return .durable(id: order, .charge(order: order))
      case .charge(let order):
        return .run { send in
          FileHandle.standardOutput.write(Data("charge \(order)\n".utf8))
          guard isBankOpen else { return try await Task.never() }
          await send(.charged(receipt: "receipt of \(order)"))
        }
      case .charged(let receipt):
        state.receipts.append(receipt)
        return .none
      }
    }
  }
}
