import Backstack

// Every form of `@Reducer`. That these compile without warnings is half of the test.

@Reducer
struct Counter {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
  }

  enum Action: Codable, Equatable {
    case plus
    case set(to: Int)
    @ServerOnly case loaded(Int)
  }

  var step = 1

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .plus: state.count += step
      case .set(let count), .loaded(let count): state.count = count
      }
      return .none
    }
  }
}

@Reducer
struct Bare {}

// Without `@Reducer`, which warns about a reduce method.
struct Method: Reducer {
  @CasePathable
  @dynamicMemberLookup
  enum State: Equatable {
    case off
    case on(since: Int)
  }

  @CasePathable
  enum Action {
    case toggled(at: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch (state, action) {
    case (.off, .toggled(let time)): state = .on(since: time)
    case (.on, .toggled): state = .off
    }
    return .none
  }
}

@Reducer
struct Typed {
  var body: some Reducer<Int, Bool> {
    Reduce { state, isUp in
      state += isUp ? 1 : -1
      return .none
    }
    Reduce { state, _ in
      state *= 2
      return .none
    }
  }
}

@Reducer
struct Wrapper {
  var body: some ReducerOf<Counter> {
    Counter(step: 10)
  }
}

@Reducer
struct Explicit {
  let body = EmptyReducer<Int, Bool>()
}

@Reducer
struct BuiltAlready {
  struct State {
    var count = 0
  }

  enum Action {
    case tapped
  }

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
struct Aliased {
  typealias State = Counter.State
  typealias Action = Counter.Action

  var body: some Reducer<State, Action> {
    Counter()
  }
}

enum Nested {
  @Reducer
  struct Feature {
    struct State: Equatable {}

    enum Action: Equatable {
      case tapped
    }
  }
}

@Reducer
enum Path {
  case counter(Counter)
  case tens(Counter = .init(step: 10))
  case nested(Nested.Feature)
  case bare(Bare)
  case alert(AlertState<Alert>)
  @ReducerCaseEphemeral case banner(Banner)
  @ReducerCaseIgnored case number(Int)
  case point(Int, y: Int)
  case optional(Int?)
  case nothing
  #if !DEBUG || DEBUG
    case conditional(Counter)
  #else
    case other(Bare)
    case another(Bare)
  #endif
  case last(Counter)

  enum Alert {
    case confirmed
  }

  struct Banner {
    enum Action {
      case closed
    }
  }
}

@Reducer(state: .equatable, .codable, action: .equatable, .codable)
enum Coded {
  case counter(Counter)
  case nothing
}

@Reducer
enum Empty {}

@Reducer
enum Outermost {
  case path(Path.Body = Path.body)
  case empty(Empty.Body = Empty.body)
}

@Reducer
enum ByHand {
  case counter(Counter)

  enum State: CaseReducerState {
    typealias StateReducer = ByHand
    case counter(Counter.State)
    case more
  }

  enum Action {
    case counter(Counter.Action)
    case more
  }
}

@Reducer
struct Generic<Value: Sendable & Equatable> {
  struct State: Sendable {
    var value: Value
  }

  enum Action: Sendable {
    case set(Value)
    case clear
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(let value) = action { state.value = value }
      return .none
    }
  }

  @Reducer
  enum Path {
    case generic(Generic<Value>)
    case bare(Bare)
  }
}

extension Generic {
  @Reducer
  enum Extended {
    case counter(Counter)
    case bare(Bare)
  }
}

extension Counter {
  @Reducer(state: .equatable)
  enum Destination {
    case counter(Counter)
  }
}

extension Coded.Action: CustomStringConvertible {
  var description: String { "coded" }
}

extension Path.State {
  var isNumber: Bool { self.is(\.number) }
}

// Names that have to be written in backticks.

@Reducer
struct RawNames {
  @ObservableState
  @BindableState
  struct State: Codable, Equatable {
    var `a "b"` = 1
    var `default` = 2
    @Presents var `the sheet`: Counter.State?
  }

  enum Action: BindableAction, Codable, Equatable {
    case `go "on"`
    case `set it`(`to this`: Int)
    case `the sheet`(PresentationAction<Counter.Action>)
    case binding(BindingAction<State>)
  }

  @SchemaRepresentable
  struct Part: Codable {
    var `a b`: Int
    var `c d` = 1
  }

  @CasePathable
  enum Generic<Value> {
    case `a b`(Value)
    case `c d`
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .`go "on"`: state.`the sheet` = Counter.State()
      case .`set it`(let number): state.`a "b"` = number
      case .`the sheet`, .binding: break
      }
      return .none
    }
    .ifLet(\.`$the sheet`, action: \.`the sheet`) { Counter() }
  }
}
