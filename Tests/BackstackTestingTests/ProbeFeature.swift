import Backstack
import FoundationEssentials

/// A feature with an action for each kind of effect.
@Reducer
struct ProbeFeature {
  struct State: Equatable {
    var count = 0
    var log: [String] = []
  }

  enum Action: Equatable {
    /// Changes nothing and starts no effect.
    case nothing
    case add(Int)
    /// Starts an effect that sends numbers one after the other, without waiting.
    case ask([Int])
    /// Starts an effect that sends a number after a second.
    case askLater(Int)
    /// Starts an effect that sends 1 each second.
    case askEverySecond
    /// Starts an effect that awaits an actor on another executor, then sends a number.
    case askElsewhere(Int)
    /// Starts an effect that sends ``ask(_:)``.
    case askTwice(Int)
    case response(Int)
    case wait
    /// Starts an effect that sends ``wait`` after a second.
    case waitLater
    case stop
    case misuse
    case misuseInEffect
    case dismiss
    case readDate
  }

  enum CancelID { case wait }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.date) var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nothing: return .none
      case .add(let number):
        state.count += number
        return .none
      case .ask(let numbers):
        return .run { send in for number in numbers { await send(.response(number)) } }
      case .askLater(let number):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.response(number))
        }
      case .askEverySecond:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.response(1)) }
        }
      case .askElsewhere(let number):
        return .run { send in
          let answer = await Elsewhere().answer(number)
          await send(.response(answer))
        }
      case .askTwice(let number):
        return .run { send in await send(.ask([number])) }
      case .response(let number):
        state.count += number
        state.log.append("response \(number)")
        return .none
      case .wait:
        return .run { [clock] _ in try await clock.sleep(for: .seconds(3600)) }
          .cancellable(id: CancelID.wait)
      case .waitLater:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.wait)
        }
      case .stop: return .cancel(id: CancelID.wait)
      case .misuse:
        reportIssue("misused")
        return .none
      case .misuseInEffect:
        return .run { _ in reportIssue("misused in an effect") }
      case .dismiss:
        return .run { _ in await self.dismiss() }
      case .readDate:
        state.log.append("\(date.now.timeIntervalSince1970)")
        return .none
      }
    }
  }
}

/// An actor that does not run on a store's executor.
private actor Elsewhere {
  func answer(_ number: Int) -> Int { number }
}
