import Backstack

/// A reducer that appends its name to the log, at once and with an effect.
struct Mark: Reducer {
  let name: String

  init(_ name: String) { self.name = name }

  func reduce(into state: inout Marks.State, action: Marks.Action) -> Effect<Marks.Action> {
    switch action {
    case .start:
      state.log.append(name)
      return .send(.mark(name))
    case .mark(let sent):
      if sent == name || sent == "change" { state.log.append("sent \(sent)") }
      return .none
    case .stay:
      return .none
    }
  }
}

/// A feature whose body has every form of statement that is allowed.
@Reducer
struct Marks {
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action: Equatable {
    case start
    case mark(String)
    case stay
  }

  let isOn: Bool
  var erased: any Reducer<State, Action> { Mark("erased") }

  var body: some ReducerOf<Self> {
    Mark("first")
    if isOn {
      Mark("optional")
    }
    if isOn {
      Mark("either")
    } else {
      Reduce(Mark("or"))
    }
    for number in 1...2 {
      Mark("loop \(number)")
    }
    if #available(macOS 10.15, *) {
      Mark("available")
    }
    erased
  }
}

struct BodyOnly: Reducer {
  var body: some Reducer<Marks.State, Marks.Action> {
    Mark("body")
  }
}

struct MethodAndBody: Reducer {
  func reduce(into state: inout Marks.State, action: Marks.Action) -> Effect<Marks.Action> {
    state.log.append("method")
    return .none
  }

  var body: some Reducer<Marks.State, Marks.Action> {
    Mark("body")
  }
}

/// A reducer that appends a dependency to the log.
struct StepReader: Reducer {
  @Dependency(\.step) var step

  var body: some Reducer<Marks.State, Marks.Action> {
    Reduce { state, _ in
      state.log.append("\(step)")
      return .none
    }
  }
}

private enum StepKey: DependencyKey {
  static let liveValue = 1
}

extension DependencyValues {
  var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

/// A feature that presents its own type, and notes each evaluation of its body.
@Reducer
struct Tower {
  struct State: Equatable {
    var taps = 0
    @Presents var child: Tower.State?
  }

  enum Action: Equatable {
    case tap
    case child(PresentationAction<Tower.Action>)
  }

  @Dependency(\.recorder) var recorder

  var body: some ReducerOf<Self> {
    let _ = recorder("body")
    Reduce { state, action in
      if case .tap = action { state.taps += 1 }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Self() }
  }
}
