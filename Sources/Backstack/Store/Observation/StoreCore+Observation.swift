import BackstackDependencies

extension StoreCore {
  /// Adds an observer of the state after each round; it does not retain the observer.
  func add(_ observer: Observer<State>) {
    withState { state in
      if isEnded { return observer.onEnd() }
      observer.onBegin(state)
      let observers = observers ?? StoreObservers(actionCount: actionCount)
      observers.add(observer)
      self.observers = observers
    }
  }

  /// Processes the queue, and publishes the state once at the end (R94).
  func processQueueAndPublish() -> EffectGroup? {
    let group = processQueue()
    guard !isProcessing, let observers, observers.publishedActionCount != actionCount else {
      return group
    }
    observers.publishedActionCount = actionCount
    let calls = frame.perform { observers.publish(state) }
    if observers.isEmpty { self.observers = nil }
    tree.callLater(calls, with: dependencies)
    return group
  }
}
