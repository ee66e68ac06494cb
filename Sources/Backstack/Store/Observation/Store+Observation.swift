extension Store {
  /// Calls back with the new state after each round of actions: once for a `send` and all that it
  /// causes without waiting (R94).
  ///
  /// The callback runs before `send` returns, on the thread that sent, while no other thread can
  /// send; it may read the store. What it sends is processed afterwards, in a round of its own. A
  /// scoped store whose state is absent is silent.
  ///
  /// - Returns: A token; the observation ends with it.
  public func onChange(_ perform: @escaping @Sendable (State) -> Void) -> ObserveToken {
    ObserveToken(observe(Observer(onState: perform, onEnd: {})))
  }

  /// Calls back with a value of the state when a round of actions has changed it.
  ///
  /// - Returns: A token; the observation ends with it.
  public func onChange<Value: Equatable>(
    of toValue: any KeyPath<State, Value> & Sendable,
    _ perform: @escaping @Sendable (Value) -> Void
  ) -> ObserveToken {
    ObserveToken(observe(changesOf: toValue, onEnd: {}, perform))
  }

  /// The state after each round of actions: once for a `send` and all that it causes without
  /// waiting (R94).
  ///
  /// An iterator sees what comes after it was made. One that is slower than the store gets the
  /// newest state; nothing is buffered besides. It ends when the store has ended or is gone, which it
  /// does not prevent. Any number may iterate, each for itself.
  public var changes: StoreChanges<State> {
    StoreChanges(store: self) { store, changes in
      store.observe(Observer(onState: { changes.yield($0) }, onEnd: { changes.finish() }))
    }
  }

  /// A value of the state each time that a round of actions has changed it, without repetitions.
  public func changes<Value: Equatable & Sendable>(
    of toValue: any KeyPath<State, Value> & Sendable
  ) -> StoreChanges<Value> {
    StoreChanges(store: self, isSame: ==) { store, changes in
      store.observe(changesOf: toValue, onEnd: { changes.finish() }) { changes.yield($0) }
    }
  }

  /// Adds an observer.
  ///
  /// - Returns: What keeps the observation going.
  func observe(_ observer: Observer<State>) -> AnyObject {
    switch engine {
    case .root(let core):
      core.add(observer)
      return observer
    case .scope(let scope): return scope.observe(observer)
    }
  }

  private func observe<Value: Equatable>(
    changesOf toValue: any KeyPath<State, Value> & Sendable,
    onEnd: @escaping () -> Void,
    _ perform: @escaping (Value) -> Void
  ) -> AnyObject {
    // In one step, so that no change falls between reading the value and observing it.
    withExclusiveAccess {
      var last = withState { $0[keyPath: toValue] }
      return observe(
        Observer(
          onState: { state in
            let value = state[keyPath: toValue]
            guard value != last else { return }
            last = value
            perform(value)
          }, onEnd: onEnd))
    }
  }
}
