public import Backstack

// Features with some of their members. That these compile is half of the test.

@Reducer
struct StateOnly {
  struct State: Equatable {
    var count = 1
  }
}

@Reducer
struct ActionOnly {
  enum Action {
    case tapped
  }
}

@Reducer
struct BodyOnly {
  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
struct PlainBody {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case tapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    if Bool(true) {
      Reduce { state, _ in
        state.count *= 2
        return .none
      }
    }
  }
}

@Reducer
struct LetWithTypes {
  struct State: Equatable {}
  enum Action {}

  let body = EmptyReducer<State, Action>()
}

@Reducer
struct ConcreteBody {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case tapped
  }

  var body: Reduce<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct Conforming: Reducer {
  enum Action {
    case tapped
  }
}

@Reducer
struct Conditional {
  #if !DEBUG || DEBUG
    struct State: Equatable {
      var isDebug = true
    }
  #else
    struct State: Equatable {
      var isDebug = false
    }
  #endif
}

@Reducer
public struct PublicStateOnly {
  public struct State: Sendable {
    public init() {}
  }
}

@Reducer
package struct PackageFeature {}

extension Container {
  @Reducer
  struct InExtension {
    enum Action {
      case tapped
    }
  }
}

@Reducer
enum Filled {
  case state(StateOnly)
  case action(ActionOnly)
  case body(BodyOnly)
  case inExtension(Container.InExtension)
  case `default`(PlainBody)
}

// Conformances in extensions.
extension Filled.State: Equatable {}

extension ActionOnly.State: CustomStringConvertible {
  var description: String { "empty" }
}
