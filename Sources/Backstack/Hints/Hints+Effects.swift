// Effects that use publishers and schedulers.

extension Effect {
  @available(
    *, unavailable,
    message:
      "There are no publishers: write '.run { send in for await value in values { await send(…) } }'."
  )
  public static func publisher<Publisher>(_ createPublisher: () -> Publisher) -> Self {
    fatalError()
  }

  @available(
    *, unavailable,
    message: "There are no schedulers: write 'debounce(id:for:clock:)' with a clock."
  )
  public func debounce<ID: Hashable, Scheduler>(
    id: ID, for dueTime: Duration, scheduler: Scheduler
  ) -> Self { fatalError() }

  @available(
    *, unavailable,
    message: "There are no schedulers: write 'throttle(id:for:clock:latest:)' with a clock."
  )
  public func throttle<ID: Hashable, Scheduler>(
    id: ID, for interval: Duration, scheduler: Scheduler, latest: Bool
  ) -> Self { fatalError() }

  @available(*, unavailable, message: "Write '.run { send in await send(…) }'.")
  public static func task(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Action
  ) -> Self { fatalError() }

  @available(*, unavailable, message: "Write '.run { _ in … }'.")
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self { fatalError() }
}

@available(*, unavailable, renamed: "Effect")
public typealias EffectTask<Action: Sendable> = Effect<Action>

/// The standard library's own type, which can catch errors of asynchronous work, too.
@available(*, deprecated, message: "Write 'Result<Success, any Error>'.")
public typealias TaskResult<Success> = Result<Success, any Error>
