import BackstackDependencies
import BackstackPlatform

extension StoreCore {
  /// The context of an effect that is being started: its group and the scopes that can cancel it.
  struct Subscription {
    let group: EffectGroup
    /// The number of the action whose effect it is; 0 if there is none.
    let cause: Int
    var scopes: [CancelScope]

    var isCancelled: Bool { group.isCancelled || scopes.contains(where: \.isCancelled) }
  }

  /// An effect that is registered and has no task yet.
  struct Start {
    let live: LiveEffect
    let run: EffectRun<Action>
  }

  /// Registers an effect immediately, so that a later action of the same step can cancel it (R18).
  func start(
    _ effect: Effect<Action>, _ subscription: Subscription, onEnd: ((EffectEnd) -> Void)?
  ) {
    if subscription.isCancelled {
      onEnd?(.ended)
      return
    }
    switch effect.operation {
    case .none:
      onEnd?(.ended)
    case .send(let action):
      enqueue(action, from: subscription.group, because: subscription.cause)
      onEnd?(.ended)
    case .durable(let id, let action):
      startDurably(action, id: id, in: subscription)
      onEnd?(.ended)
    case .run(let run):
      let node = node(run.values?.navigationNode)
      guard node.isActive else {
        onEnd?(.unmounted)
        return
      }
      let live = LiveEffect(
        node: node, group: subscription.group, scopes: subscription.scopes,
        origin: origin(of: run, because: subscription.cause), onEnd: onEnd)
      add(Start(live: live, run: run))
    case .merge(let effects):
      let onEnd = onEnd.map { CombinedEnd(of: effects.count, $0).add }
      for effect in effects { start(effect, subscription, onEnd: onEnd) }
    case .concatenate(let effects):
      startInTurn(
        effects[...], subscription, hasCancelIDs: effects.contains(where: \.hasCancelID),
        onEnd: onEnd ?? { _ in })
    case .cancellable(let effect, let id, let maker, let cancelInFlight, let queued):
      let node = node(maker).cancellationDomain
      if cancelInFlight { node.cancel(id, except: subscription.scopes) }
      let scope = queued ?? CancelScope(id: id, node: node)
      node.add(scope)
      var inner = subscription
      inner.scopes.append(scope)
      start(effect, inner) { end in
        scope.node.remove(scope)
        onEnd?(end)
      }
    case .cancel(let id, let maker):
      node(maker).cancellationDomain.cancel(id)
      onEnd?(.ended)
    case .attach(let slot, let action):
      slot.makeDismissal = { action($0) }
      onEnd?(.ended)
    }
  }

  private func origin(of run: EffectRun<Action>, because cause: Int) -> EffectOrigin {
    EffectOrigin(name: run.name, location: run.location, time: time, cause: cause)
  }

  var time: Double { monitor?.time ?? 0 }

  /// The effects in flight, in the order in which they started.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of mounted features and of effects.
  var effectsInFlight: [EffectInFlight<Action>] {
    tree.withLock {
      let sleeps = tree.sleeps.withLock { $0.earliest }
      return root.effectsInFlight.map { live, node in
        EffectInFlight(
          live, sleep: sleeps[ObjectIdentifier(live)],
          dismissal: node.presentation.flatMap(dismissal), elementIDs: node.elementIDs)
      }
    }
  }

  /// The tasks of the effects in flight: one for each action from outside that has led to some.
  var tasks: [StoreTask] {
    tree.withLock {
      let origins = root.effectsInFlight.map { live, _ in live.group.origin }
      let distinct = Dictionary(origins.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
      return distinct.values.map { StoreTask(group: $0) }
    }
  }

  /// Enqueues the action of a durable effect, unless an effect with its id is pending.
  private func startDurably(_ action: Action, id: String, in subscription: Subscription) {
    guard pendingIDs.insert(id).inserted else { return }
    let part = subscription.group.addDurablePart { [weak self] in
      guard let self else { return }
      pendingIDs.remove(id)
      // The effects of a store that ends are to start again in another one.
      if !isEnded { monitor?.didEnd(durableEffect: id) }
    }
    monitor?.willStart(durableEffect: id, action)
    enqueue(action, from: part, because: subscription.cause)
  }

  /// Starts again a durable effect that was pending in a store that has ended.
  func restart(durableEffect id: String, _ action: Action) {
    perform {
      precondition(!isProcessing, "A durable effect was restarted by the store's own reducer.")
      guard !isEnded else { return }
      let group = EffectGroup(tree: tree)
      startDurably(action, id: id, in: Subscription(group: group, cause: 0, scopes: []))
    }
  }

  /// Returns the node that an effect belongs to: the feature that made it, or the root for an
  /// effect that was made elsewhere, for example in another store.
  private func node(_ maker: NavigationNode?) -> NavigationNode {
    if let maker, maker.tree === tree { maker } else { root }
  }

  /// Starts effects one after the other, each when the previous one ends.
  ///
  /// - Parameter hasCancelIDs: Whether some effects can be cancelled by id before they start.
  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, _ subscription: Subscription, hasCancelIDs: Bool,
    onEnd: @escaping (EffectEnd) -> Void
  ) {
    var remaining = effects
    // A loop over the effects that end immediately; recursion would grow the stack with their
    // number.
    while let first = remaining.popFirst() {
      var isStarting = true
      var endedAtOnce: EffectEnd?
      var queue = remaining
      start(first, subscription) { [weak self] end in
        if isStarting {
          endedAtOnce = end
          return
        }
        if hasCancelIDs { queue = queue.map { $0.dequeued() }[...] }
        if case .ended = end, let self {
          self.startInTurn(queue, subscription, hasCancelIDs: hasCancelIDs, onEnd: onEnd)
        } else {
          onEnd(end)
        }
      }
      isStarting = false
      switch endedAtOnce {
      case nil:
        if hasCancelIDs { queue = queue.map { $0.queued(at: root) }[...] }
        return
      case .unmounted: return onEnd(.unmounted)
      case .ended: continue
      }
    }
    onEnd(.ended)
  }

  /// Creates the task of a registered effect.
  func makeTask(_ live: LiveEffect, _ run: EffectRun<Action>) -> Task<Void, Never> {
    let gate = monitor?.gate
    let send = Send<Action>(
      through: gate,
      delivering: { [weak self] action, isTaskCancelled in
        guard let self else { return false }
        if isTaskCancelled {
          tree.withLock { refuse(action, of: live, run.location, isTaskCancelled: true) }
          return false
        }
        receive(action, from: live, run.location)
        return live.countSendAndCheckTurn()
      })
    let values = run.values ?? frame.values
    let isDurable = live.group.isPendingDurably
    // Detached: a plain task would inherit the task-local values of the effect that led to it.
    return Task.detached(
      name: run.name, executorPreference: executor, priority: run.priority
    ) { [weak self] in
      // Only work that is known to be started again may start.
      if isDurable, let gate {
        // The host learns what to store before the lock is released for the first time.
        self?.tree.withLock {}
        let isStored = await gate.passOnceStored()
        guard isStored, self?.tree.withLock({ live.isInFlight }) == true else { return }
      }
      await DependencyValues.$taskValues.withValue(values) {
        await DependencyValues.$sleepObserver.withValue(live) {
          if let trace = live.group.trace {
            await TraceContext.$ofTask.withValue(trace) { await run.perform(send) }
          } else {
            await run.perform(send)
          }
        }
      }
      // The end of this effect can start queued effects, so it passes the gate as an action does.
      if let gate, gate.holdsEffects { await gate.pass() }
      self?.effectDidEnd(live)
    }
  }

  private func receive(_ action: Action, from live: LiveEffect, _ location: SourceLocation) {
    perform {
      guard !live.isCancelled else {
        return refuse(action, of: live, location, isTaskCancelled: false)
      }
      if !live.isInFlight {
        frame.perform {
          reportIssue(
            "An action was sent by an effect that had ended: \(caseName(of: action)).",
            at: location)
        }
      }
      live.group.didSend()
      enqueue(action, from: live.group, because: live.origin.cause)
    }
  }

  /// Drops an action of a cancelled effect, and reports an issue if the effect had dismissed its
  /// own feature.
  private func refuse(
    _ action: Action, of live: LiveEffect, _ location: SourceLocation, isTaskCancelled: Bool
  ) {
    guard live.claimSendAfterDismissal(isTaskCancelled: isTaskCancelled) else { return }
    frame.perform {
      reportIssue(
        """
        An effect sent an action, '\(caseName(of: action))', after it had dismissed its feature, and \
        was cancelled with it: the action is dropped. Send it before the feature is dismissed, or \
        react to the dismissal in the parent.
        """,
        at: location)
    }
  }

  private func effectDidEnd(_ live: LiveEffect) {
    perform { live.end() }
  }
}

/// The combined end of some effects, which comes with the last of them.
private final class CombinedEnd {
  private var remaining: Int
  private var end = EffectEnd.unmounted
  private let onEnd: (EffectEnd) -> Void

  init(of count: Int, _ onEnd: @escaping (EffectEnd) -> Void) {
    remaining = count
    self.onEnd = onEnd
  }

  /// Adds one end. The combined end is `unmounted` only if each single one is.
  func add(_ end: EffectEnd) {
    if case .ended = end { self.end = .ended }
    remaining -= 1
    if remaining == 0 { onEnd(self.end) }
  }
}
