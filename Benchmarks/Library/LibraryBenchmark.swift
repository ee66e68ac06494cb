import Backstack

@main
enum LibraryBenchmark {
  static func main() {
    for depth in CommandLine.argc > 1 ? [10] : [1, 10, 100, 1_000, 10_000] {
      for id in CommandLine.argc > 1 ? [0] : [0, depth / 2, depth - 1] {
        let reps = CommandLine.argc > 1 ? 1_000 : 20_000
        let store = Store(initialState: App.State()) { App() }
        for _ in 0..<depth { store.send(.path(.push(id: .unassigned, state: .counter(.init())))) }
        var hand = AppByHand()
        for _ in 0..<depth { _ = hand.send(.push(.counter(.init()))) }
        var state = store.state
        let app = App()
        let costs = measure(
          repetitions: reps,
          {
            for _ in 0..<reps {
              store.send(
                .path(.element(id: StackElementID(generation: id), action: .counter(.increment))))
            }
          },
          {
            for _ in 0..<reps {
              _ = app.reduce(
                into: &state,
                action: .path(
                  .element(id: StackElementID(generation: id), action: .counter(.increment))))
            }
          },
          { for _ in 0..<reps { _ = hand.send(.element(id: id, .counter(.increment))) } })
        print(depth, id, costs.map { "\(Int($0.time)) ns \($0.allocations)" })
      }
    }
  }
}
