import BackstackPlatform

extension Store {
  /// Calls back with the new state after each round of actions. A round is an action and the
  /// actions that `.send` effects add to it.
  ///
  /// The callback runs before `send` returns, on the sending thread, or on another thread that is
  /// already calling back for the store: callbacks come one at a time and in order. The store is
  /// not locked meanwhile, so the callback may read any store and send to any. The callback for an
  /// action that it sends to its own store follows afterwards. If a callback with an earlier state
  /// is still pending, only the newest state is passed. A scoped store does not call back while its
  /// state is absent.
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

  /// The state after each round of actions. A round is an action and the actions that `.send`
  /// effects add to it.
  ///
  /// An iterator begins with the first change after its creation. If it is slower than the store,
  /// it gets only the newest state; nothing else is buffered. It ends when the store has ended or
  /// is deallocated; it does not retain the store. There can be any number of independent
  /// iterators.
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

  /// Returns the changes of a value of the state: the value each time a round of actions has
  /// changed it, without repetitions.
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
  /// Creates an observer that calls back when a value has changed.
  fileprivate static func changes<Value: Equatable>(
    of toValue: any KeyPath<State, Value> & Sendable,
    onChange: @escaping (Value) -> Call?,
    onEnd: @escaping () -> Void
  ) -> Observer {
    var last: Value?
    // The skipped changes may have led back to the value that was passed last.
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

/// The changes of a store's state, or of a value in it: see ``Store/changes``.
public struct StoreChanges<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  private let isSame: (@Sendable (Element, Element) -> Bool)?
  /// A function that begins an observation; it returns `nil` if the store is deallocated.
  private let subscribe: @Sendable (AsyncStream<Element>.Continuation) -> ObservationLifetime?

  init(
    isSame: (@Sendable (Element, Element) -> Bool)? = nil,
    subscribe: @escaping @Sendable (AsyncStream<Element>.Continuation) -> ObservationLifetime?
  ) {
    self.isSame = isSame
    self.subscribe = subscribe
  }

  /// Begins an observation, which ends with the iterator.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let observer = subscribe(continuation)
    if observer == nil { continuation.finish() }
    return Iterator(
      observer: observer, elements: stream.makeAsyncIterator(), isSame: isSame)
  }

  /// An observation of the store.
  public struct Iterator: AsyncIteratorProtocol {
    private let observer: ObservationLifetime?
    private var elements: AsyncStream<Element>.Iterator
    private let isSame: (@Sendable (Element, Element) -> Bool)?
    private var last: Element?

    init(
      observer: ObservationLifetime?, elements: AsyncStream<Element>.Iterator,
      isSame: (@Sendable (Element, Element) -> Bool)?
    ) {
      self.observer = observer
      self.elements = elements
      self.isSame = isSame
    }

    /// Waits for the next change; returns `nil` if the store has ended or the task was cancelled.
    public mutating func next() async -> Element? {
      while let element = await elements.next(isolation: #isolation) {
        // The skipped changes may have led back to the element that was returned last.
        if let isSame {
          if let last, isSame(last, element) { continue }
          last = element
        }
        return element
      }
      return nil
    }
  }
}

/// A token that keeps an observation of a store alive: the observation ends when the token is
/// cancelled or deallocated.
///
/// The token does not retain the store.
public final class ObserveToken: Sendable {
  /// The object that only the token keeps alive.
  private let observer: Guarded<ObservationLifetime?>

  init(_ observer: ObservationLifetime?) { self.observer = Guarded(observer) }

  /// Ends the observation. A call that is in progress on another thread may end after this returns.
  public func cancel() {
    // Released outside of the lock: a deinit of a captured object may run any code.
    let held = observer.withLock { held in
      defer { held = nil }
      return held
    }
    withExtendedLifetime(held) {}
  }
}
