import BackstackDependencies

extension StoreCore {
  /// Has an observer called after each round, for as long as it lives.
  func add(_ observer: Observer<State>) {
    withState { state in
      if isEnded { return observer.onEnd() }
      observer.onBegin(state)
      let observers = observers ?? StoreObservers(actionCount: actionCount)
      observers.add(observer)
      self.observers = observers
    }
  }

  /// Processes the queue and publishes the state once at the end (R94); what observers send is
  /// processed in a round of its own, which is published in turn (R95).
  func processQueueAndPublish() -> EffectGroup? {
    if observers?.isPublishing == true { return nil }
    let group = processQueue()
    guard !isProcessing else { return group }
    while let observers, observers.publishedActionCount != actionCount {
      observers.publishedActionCount = actionCount
      let isObserved = frame.perform { observers.publish(state) }
      processQueue()
      if !isObserved, observers === self.observers { self.observers = nil }
    }
    return group
  }
}
