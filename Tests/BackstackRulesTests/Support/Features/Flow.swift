import Backstack

/// An enum reducer with another one in a case, and with cases that are not features.
@Reducer(state: .equatable)
enum Flow {
  case intro(Page)
  case steps(Steps)
  case draft(Page.State?)
  case done

  @Reducer(state: .equatable)
  enum Steps {
    case first(Page)
    case second(Page)
  }
}

/// A feature with one flow that is always mounted, and one that is presented.
@Reducer
struct FlowHost {
  struct State: Equatable {
    var flow = Flow.State.intro(Page.State(7))
    @Presents var sheet: Flow.State?
  }

  enum Action {
    case flow(Flow.Action)
    case sheet(PresentationAction<Flow.Action>)
    case advance(Flow.State)
    case present(Flow.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .advance(let flow) = action { state.flow = flow }
      if case .present(let flow) = action { state.sheet = flow }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet)
    Scope(state: \.flow, action: \.flow)
  }
}
