import BackstackDependencies

/// What a reducer wants done outside of the state: work that may send actions back.
public struct Effect<Action: Sendable>: Sendable {
  let operation: Operation

  indirect enum Operation: Sendable {
    case none
    case send(Action)
    case run(EffectRun<Action>)
    case merge([Effect])
    case concatenate([Effect])
    /// `queued` is the scope that was registered while the effect waited for another one's end.
    case cancellable(
      Effect, id: CancelID, node: NavigationNode?, cancelInFlight: Bool, queued: CancelScope? = nil)
    case cancel(id: CancelID, node: NavigationNode?)
    /// Tells the store how a feature below is dismissed, seen from where this effect is returned.
    case attach(PresentingSlot, @Sendable (StackElementID) -> Action)
  }

  init(_ operation: Operation) { self.operation = operation }

  /// Nothing to do.
  public static var none: Self { Self(.none) }

  /// Sends an action at once: it is processed before the store's `send` returns.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Runs asynchronous work, which sends actions as it goes.
  ///
  /// The work runs on the store's executor, one effect of the store at a time between suspensions:
  /// it must not block. It is cancelled when the feature that returned it leaves the state.
  ///
  /// - Parameters:
  ///   - name: The name of its task, for debuggers.
  ///   - priority: The priority of its task.
  ///   - operation: The work. A `CancellationError` that it throws is ignored.
  ///   - handler: What to do about another error; without it the error is reported as an issue.
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

  /// Several effects side by side; what they send at once is sent in their order.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Several effects side by side; what they send at once is sent in their order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count < 2 ? effects.first ?? .none : Self(.merge(effects))
  }

  /// This effect and another one side by side.
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    // Flat, so that no depth comes of merging often.
    if case .merge(let effects) = operation { return Self(.merge(effects + [other])) }
    return Self(.merge([self, other]))
  }

  /// Several effects one after the other: each starts when the one before it has ended or was
  /// cancelled.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Several effects one after the other.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let effects = effects.filter { !$0.isNone }
    return effects.count < 2 ? effects.first ?? .none : Self(.concatenate(effects))
  }

  /// This effect, then another one.
  public func concatenate(with other: Self) -> Self { .concatenate([self, other]) }

  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// The effects of a feature, by the name of its reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
