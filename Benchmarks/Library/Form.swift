import Backstack

/// A form with a list of rows, whose text clients set with bindings.
@Reducer
struct Form {
  @ObservableState
  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row.State> = []
    var text = ""
    var saves = 0
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case rows(IdentifiedActionOf<Row>)
    case save
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .save = action { state.saves += 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}

@Reducer
struct Row {
  @ObservableState
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// The same by hand.
struct FormByHand: Sendable {
  var rows: [Int: Row.State]
  var text = ""
  var saves = 0

  enum Action: Sendable {
    case setText(String)
    case increment(id: Int)
    case save
  }

  @inline(never)
  mutating func send(_ action: Action) {
    switch action {
    case .setText(let text): self.text = text
    case .increment(let id): rows[id]?.count += 1
    case .save: saves += 1
    }
  }
}

extension LibraryBenchmark {
  /// Measures the actions of a form: its own, those of a row, and bindings.
  static func measureForm() {
    let table = Table("An action to a form with a list of 1,000 rows")
    let ids = 0..<1_000
    let rows = ids.map { Row.State(id: $0) }
    let actions: [(name: String, Form.Action, FormByHand.Action)] = [
      ("its own", .save, .save),
      ("to a row", .rows(.element(id: 500, action: .increment)), .increment(id: 500)),
      ("a binding", .set(\.text, "Design"), .setText("Design")),
    ]
    for (name, action, handAction) in actions {
      let form = Form()
      var state = Form.State(rows: IdentifiedArray(uniqueElements: rows))
      let store = Store(initialState: state) { Form() }
      var hand = FormByHand(rows: Dictionary(uniqueKeysWithValues: zip(ids, rows)))
      let costs = measure(
        repetitions: 5_000,
        [
          { count in for _ in 0..<count { store.send(action) } },
          { count in for _ in 0..<count { _ = form.reduce(into: &state, action: action) } },
          { count in for _ in 0..<count { hand.send(handAction) } },
        ])
      table.row(name, store: costs[0], reducer: costs[1], hand: costs[2])
    }
  }
}
