// Names of The Composable Architecture that features often use, and a server does not have. They exist
// so that the compiler can suggest what to write instead; DifferencesFromTCA.md lists the others, too.

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
}

/// The standard library's own type, which can catch errors of asynchronous work, and is `Codable` here.
@available(*, deprecated, message: "Write 'Result<Success, any Error>'.")
public typealias TaskResult<Success> = Result<Success, any Error>

extension Reducer {
  @available(
    *, unavailable, message: "A server traces requests and their effects itself: delete it."
  )
  public func signpost(_ prefix: String = "") -> Self { fatalError() }
}

@available(
  *, unavailable,
  message: "Delete '@BindingState': a BindingReducer sets the fields of an @ObservableState."
)
@propertyWrapper
public struct BindingState<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
