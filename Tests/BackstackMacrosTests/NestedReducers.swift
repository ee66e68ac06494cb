import Backstack

// Enum reducers inside enum reducers, and handwritten members of types with `@Reducer`.

@Reducer(state: .equatable, .codable, action: .equatable, .codable)
enum Flow {
  case steps(Steps)
  case counter(Counter)
  case deep(Deep)

  @Reducer(state: .equatable, .codable, action: .equatable, .codable)
  enum Steps {
    case first(Counter)
    case second(Counter = Counter(step: 2))
  }

  @Reducer(state: .equatable, .codable, action: .equatable, .codable)
  enum Deep {
    case steps(Steps)
  }
}

@Reducer
struct FlowHost {
  struct State: Equatable {
    var flow = Flow.State.counter(.init())
    @Presents var sheet: Flow.State?
    var path = StackState<Flow.State>()
  }

  enum Action {
    case flow(Flow.Action)
    case sheet(PresentationAction<Flow.Action>)
    case path(StackActionOf<Flow>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.flow, action: \.flow)
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet)
      .forEach(\.path, action: \.path)
  }
}

@Reducer
struct FlowCase {
  enum State: Equatable {
    case flow(Flow.State)
    case closed
  }

  enum Action {
    case flow(Flow.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.flow, action: \.flow)
  }
}

@Reducer
struct Meeting {
  struct State: Equatable {
    var title = ""
  }

  enum Action {
    case renamed(String)
  }

  let prefix: String
  let suffix: String

  /// Creates a feature. `Meeting()` has to use the default arguments.
  init(prefix: String = "<", suffix: String = ">") {
    self.prefix = prefix
    self.suffix = suffix
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .renamed(let title) = action { state.title = prefix + title + suffix }
      return .none
    }
  }
}

@Reducer(state: .equatable)
enum Meetings {
  case plain(Meeting)
  case given(Meeting = Meeting(prefix: "(", suffix: ")"))
  case optional(Meeting.State?)
  // swift-format-ignore: UseShorthandTypeNames
  case optionalInFull(Optional<Meeting.State>)
  case list([Meeting.State])
}

/// An enum reducer with a handwritten action, which gives stores of cases that are not features.
@Reducer
enum DataWithActions {
  @ReducerCaseIgnored case number(Int)
  @ReducerCaseIgnored case text(String)
  case counter(Counter)

  @CasePathable
  enum Action {
    case number(Bool)
    case text(Never)
    case counter(Counter.Action)
  }

  static var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .number(let isUp) = action, case .number(let number) = state {
        state = .number(isUp ? number + 1 : number - 1)
      }
      return .none
    }
    .ifCaseLet(\.counter, action: \.counter) { Counter() }
  }
}

@Reducer
enum ScopeByHand {
  case counter(Counter)
  case alert(AlertState<Never>)

  enum CaseScope {
    case counter(StoreOf<Counter>)
    case nothingToSee
  }

  static func scope(_ store: Store<State, Action>) -> CaseScope {
    store.scope(state: \.counter, action: \.counter).map { .counter($0) } ?? .nothingToSee
  }
}

@Reducer
enum FunctionOnly {
  case counter(Counter)
  case done

  enum CaseScope {
    case counter(StoreOf<Counter>)
    case done
    case unused
  }
}

/// A screen that contains its own type, without a box.
@Reducer(state: .equatable)
enum Recursive {
  case leaf(Counter)
  indirect case node(Node)

  @Reducer
  struct Node {
    struct State: Equatable {
      var child = Recursive.State.leaf(.init())
    }

    enum Action {
      case child(Recursive.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child)
    }
  }
}

@Reducer(state: .equatable)
indirect enum AllRecursive {
  case counter(Counter)
  case node(Node)

  @Reducer
  struct Node {
    struct State: Equatable {
      var child: AllRecursive.State
    }

    enum Action {
      case child(AllRecursive.Action)
    }
  }
}

@Reducer(
  state: .equatable, .hashable, .codable, .sendable,
  action: .equatable, .hashable, .encodable, .decodable, .sendable
)
enum AllWords {
  case number(WordCounter)
  case `default`(id: Int, in: Int)

  @Reducer
  struct WordCounter {}
}
