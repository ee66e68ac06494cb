import BackstackDependencies

/// The work that a reducer requests outside of the state; it may send actions back.
public struct Effect<Action: Sendable>: Sendable {
  let operation: Operation

  indirect enum Operation: Sendable {
    case none
    case send(Action)
    case durable(id: String, Action)
    case run(EffectRun<Action>)
    case merge([Effect])
    case concatenate([Effect])
    /// `queued` is the scope that was registered while the effect waited for another one to end.
    case cancellable(
      Effect, id: CancelID, node: NavigationNode?, cancelInFlight: Bool, queued: CancelScope? = nil)
    case cancel(id: CancelID, node: NavigationNode?)
    /// The action that dismisses a feature below, as the feature that returns this effect would send
    /// it. The store keeps it in the slot.
    case attach(PresentingSlot, @Sendable (StackElementID) -> Action)
  }

  init(_ operation: Operation) { self.operation = operation }

  /// An effect that does nothing.
  public static var none: Self { Self(.none) }

  /// Creates an effect that sends an action immediately: it is processed before the store's `send`
  /// returns.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Creates an effect that runs asynchronous work, which can send actions.
  ///
  /// The work runs on the store's executor, where only one effect of the store runs at a time
  /// between suspensions: it must not block. It is cancelled when the feature that returned it
  /// leaves the state.
  ///
  /// - Parameters:
  ///   - name: The name of the task, for debuggers.
  ///   - priority: The priority of the task.
  ///   - operation: The work. If it throws a `CancellationError`, the error is ignored.
  ///   - handler: Handles any other error; without it the error is reported as an issue.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      .run(
        EffectRun(
          name: name,
          priority: priority,
          values: DependencyValues.ambient,
          location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column),
          operation: operation,
          handler: handler)))
  }

  /// Merges effects into one that runs them concurrently. Actions that they send immediately are
  /// sent in their order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Merges effects into one that runs them concurrently. Actions that they send immediately are
  /// sent in their order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count < 2 ? effects.first ?? .none : Self(.merge(effects))
  }

  /// Merges this effect and another one into one that runs them concurrently.
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    // Kept flat, so that repeated merging doesn't nest deeply.
    if case .merge(let effects) = operation { return Self(.merge(effects + [other])) }
    return Self(.merge([self, other]))
  }

  /// Concatenates effects into one that runs them in turn: each starts when the previous one has
  /// ended or was cancelled.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Concatenates effects into one that runs them in turn.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count < 2 ? effects.first ?? .none : Self(.concatenate(effects))
  }

  /// Concatenates this effect and another one.
  public func concatenate(with other: Self) -> Self { .concatenate([self, other]) }

  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// The effects of a feature, by the name of its reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Effect {
  /// Returns the same effect with each action transformed.
  public func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> Effect<Mapped> {
    switch operation {
    case .none: .none
    case .send(let action): .send(transform(action))
    default: mapOthers(transform)
    }
  }

  /// Transforms the actions of an effect that costs more than to call functions of unknown types.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private func mapOthers<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> Effect<Mapped> {
    switch operation {
    case .none, .send: map(transform)
    case .durable(let id, let action): .durable(id: id, transform(action))
    case .run(let run): Effect<Mapped>(.run(run.map(transform)))
    case .merge(let effects): Effect<Mapped>(.merge(effects.map { $0.map(transform) }))
    case .concatenate(let effects): Effect<Mapped>(.concatenate(effects.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      Effect<Mapped>(
        .cancellable(
          effect.map(transform), id: id, node: node, cancelInFlight: cancelInFlight,
          queued: queued))
    case .cancel(let id, let node): Effect<Mapped>(.cancel(id: id, node: node))
    case .attach(let slot, let action): Effect<Mapped>(.attach(slot) { transform(action($0)) })
    }
  }
}

/// The asynchronous work of an effect, with the dependencies in force where it was made.
struct EffectRun<Action: Sendable>: Sendable {
  let name: String?
  let priority: TaskPriority?
  let values: DependencyValues?
  let location: SourceLocation
  let operation: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

  func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> EffectRun<Mapped> {
    var mappedHandler: (@Sendable (any Error, Send<Mapped>) async -> Void)?
    if let handler {
      mappedHandler = { error, send in await handler(error, send.pullback(transform)) }
    }
    return EffectRun<Mapped>(
      name: name,
      priority: priority,
      values: values,
      location: location,
      operation: { [operation] send in try await operation(send.pullback(transform)) },
      handler: mappedHandler)
  }

  /// Runs the work until it ends.
  func perform(_ send: Send<Action>) async {
    do {
      try await operation(send)
    } catch is CancellationError {
      return
    } catch {
      guard !Task.isCancelled else { return }
      guard let handler else {
        return reportIssue(
          "An effect threw an unhandled error: \(error). Handle it in 'catch:'.",
          at: location)
      }
      await handler(error, send)
    }
  }
}
