import BackstackViews

/// A stack of counters.
struct CountersView: View {
  @Bindable var store: StoreOf<Counters>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      ContentUnavailableView {
        Label("Counters", systemImage: "number")
      } description: {
        Text("Each counter is a screen. One that reaches \(Counter.limit) closes by itself.")
      } actions: {
        Button("Add a counter") { store.send(.addCounterButtonTapped) }
          .buttonStyle(.borderedProminent)
        NavigationLink(
          "Begin at 3", state: Counters.Path.State.counter(Counter.State(count: 3)))
      }
      .navigationTitle("Counters")
    } destination: { screen in
      switch screen.case {
      case .counter(let store): CounterView(store: store)
      }
    }
  }
}

/// One counter.
struct CounterView: View {
  let store: StoreOf<Counter>

  var body: some View {
    VStack {
      Text("\(store.count)").font(.largeTitle).monospacedDigit()
      HStack {
        Button("Decrement", systemImage: "minus") { store.send(.decrementButtonTapped) }
        Button("Increment", systemImage: "plus") { store.send(.incrementButtonTapped) }
      }
      .buttonStyle(.bordered)
      if store.isTimerOn == true {
        Button("Stop the timer", systemImage: "stop") { store.send(.stopTimerButtonTapped) }
      } else {
        Button("Start the timer", systemImage: "timer") { store.send(.startTimerButtonTapped) }
      }
      Button("Next counter", systemImage: "chevron.forward") { store.send(.nextButtonTapped) }
        .buttonStyle(.borderedProminent)
    }
    .navigationTitle("Counter")
  }
}
