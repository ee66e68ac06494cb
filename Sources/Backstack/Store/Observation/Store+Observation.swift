extension Store {
  /// Calls back with the new state after each round of actions: once for an action and those that
  /// `.send` effects add to it.
  ///
  /// The callback runs before `send` returns, on the thread that sent; or on another thread that is
  /// just calling back for the store, so that callbacks come one at a time and in order. The store is
  /// free meanwhile: the callback may read any store and send to any. What it sends to its own store
  /// is called back afterwards, and a callback that is still owed an earlier state then gets the
  /// newest only. A scoped store whose state is absent is silent.
  ///
  /// - Returns: A token; the observation ends with it.
  public func onChange(_ perform: @escaping @Sendable (State) -> Void) -> ObserveToken {
    ObserveToken(
      core.observation(Observer(onState: { state in { perform(state) } }, onEnd: {})))
  }

  /// Calls back with a value of the state when a round of actions has changed it.
  ///
  /// - Returns: A token; the observation ends with it.
  public func onChange<Value: Equatable>(
    of toValue: any KeyPath<State, Value> & Sendable,
    _ perform: @escaping @Sendable (Value) -> Void
  ) -> ObserveToken {
    ObserveToken(
      core.observation(
        .changes(of: toValue, onChange: { value in { perform(value) } }, onEnd: {})))
  }

  /// The state after each round of actions: once for an action and those that `.send` effects add to
  /// it.
  ///
  /// An iterator sees what comes after it was made. One that is slower than the store gets the
  /// newest state; nothing is buffered besides. It ends when the store has ended or is gone, which it
  /// does not prevent. Any number may iterate, each for itself.
  public var changes: StoreChanges<State> {
    StoreChanges { [observation = core.observation] changes in
      observation(
        Observer(
          onState: {
            changes.yield($0)
            return nil
          }, onEnd: { changes.finish() }))
    }
  }

  /// A value of the state each time that a round of actions has changed it, without repetitions.
  public func changes<Value: Equatable & Sendable>(
    of toValue: any KeyPath<State, Value> & Sendable
  ) -> StoreChanges<Value> {
    StoreChanges(isSame: ==) { [observation = core.observation] changes in
      observation(
        .changes(
          of: toValue,
          onChange: {
            changes.yield($0)
            return nil
          }, onEnd: { changes.finish() }))
    }
  }
}

extension Observer {
  /// An observer of a value that calls back when it has changed.
  fileprivate static func changes<Value: Equatable>(
    of toValue: any KeyPath<State, Value> & Sendable,
    onChange: @escaping (Value) -> Call?,
    onEnd: @escaping () -> Void
  ) -> Observer {
    var last: Value?
    // What was in between may have led back to what was seen last.
    var seen: Value?
    return Observer(
      onBegin: {
        last = $0[keyPath: toValue]
        seen = last
      },
      onState: { state in
        let value = state[keyPath: toValue]
        guard value != last else { return nil }
        last = value
        guard let call = onChange(value) else { return nil }
        return {
          if value == seen { return }
          seen = value
          call()
        }
      }, onEnd: onEnd)
  }
}
