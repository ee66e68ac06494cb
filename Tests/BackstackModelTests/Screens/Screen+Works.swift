import Backstack

extension Screen {
  /// Returns the library's effect for the work.
  func effect(_ work: Work) -> Effect<Action> {
    switch work {
    case .hold(let number): return hold(number)
    case .holdAs(let number, let id, let cancelInFlight):
      return hold(number).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .chain(let number, let id):
      return .concatenate(
        .send(.act(.add(1))), hold(number).cancellable(id: id), .send(.act(.add(10))))
    case .wholeChain(let number, let id):
      return .concatenate(hold(number), .send(.act(.add(100)))).cancellable(id: id)
    case .watch(let number, let id):
      let token = tokenBook.token(number)
      return .run { send in
        try? await withTaskCancellation(id: id) {
          try await never()
        }
        await send(.act(.add(1000)))
        withExtendedLifetime(token) {}
      }
    case .add(let number): return .send(.act(.add(number)))
    case .cancel(let id): return .cancel(id: id)
    case .dismiss: return .run { [dismiss] _ in await dismiss() }
    }
  }

  /// Returns an effect that runs until it is cancelled.
  private func hold(_ number: Int) -> Effect<Action> {
    let token = tokenBook.token(number)
    return .run { _ in
      try await never()
      withExtendedLifetime(token) {}
    }
  }
}

/// Waits until the task is cancelled.
func never() async throws {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  throw CancellationError()
}
