import Backstack

extension LibraryBenchmark {
  /// Measures an action for one screen of a stack: the time must not depend on the depth.
  static func measureElementActions() {
    let table = Table("An action to a screen of a stack")
    for depth in [1, 10, 100, 1_000, 10_000] {
      for (name, position) in [("first", 0), ("middle", depth / 2), ("last", depth - 1)] {
        let store = stackStore(depth: depth)
        var state = store.state
        var hand = stackByHand(depth: depth)
        let app = App()
        let id = StackElementID(generation: position)
        let costs = measure(
          repetitions: 20_000,
          [
            { count in
              for _ in 0..<count {
                store.send(.path(.element(id: id, action: .counter(.increment))))
              }
            },
            { count in
              for _ in 0..<count {
                _ = app.reduce(
                  into: &state, action: .path(.element(id: id, action: .counter(.increment))))
              }
            },
            { count in
              for _ in 0..<count { _ = hand.send(.element(id: position, .counter(.increment))) }
            },
          ])
        table.row(
          "\(depth) deep, \(name)", store: costs[0], reducer: costs[1], hand: costs[2])
      }
    }
  }

  /// Measures pushing and popping a screen on stacks of different depths.
  static func measurePushAndPop() {
    let table = Table("A push and a pop")
    for depth in [0, 10, 1_000] {
      let store = stackStore(depth: depth)
      var hand = stackByHand(depth: depth)
      let costs = measure(
        repetitions: 5_000,
        [
          { count in
            for _ in 0..<count {
              store.send(.path(.push(id: .unassigned, state: .counter(Counter.State()))))
              store.send(.path(.popFrom(id: store.withState { $0.path.ids[depth] })))
            }
          },
          { count in
            for _ in 0..<count {
              _ = hand.send(.push(.counter(Counter.State())))
              _ = hand.send(.popFrom(id: hand.screens[depth].id))
            }
          },
        ])
      table.row("on \(depth)", store: costs[0], reducer: nil, hand: costs[1])
    }
  }

  /// Measures an action for one screen of a stack while every screen on it has an effect in flight.
  static func measureEffectsInFlight() {
    let table = Table("An action to a screen while every screen has an effect in flight")
    for depth in [1, 10, 1_000] {
      let store = stackStore(depth: depth)
      for id in 0..<depth {
        store.send(.path(.element(id: StackElementID(generation: id), action: .counter(.start))))
      }
      var hand = stackByHand(depth: depth)
      let id = StackElementID(generation: depth / 2)
      let costs = measure(
        repetitions: 1_000,
        [
          { count in
            for _ in 0..<count {
              store.send(.path(.element(id: id, action: .counter(.increment))))
            }
          },
          { count in
            for _ in 0..<count { _ = hand.send(.element(id: depth / 2, .counter(.increment))) }
          },
        ])
      table.row("\(depth) deep", store: costs[0], reducer: nil, hand: costs[1])
    }
  }

  /// Measures popping the bottom of a stack while every screen on it has an effect in flight.
  static func measurePopOfAll() {
    let table = Table("popFrom the bottom of 1,000 screens with an effect each, for each screen")
    let depth = 1_000
    let rounds = 10
    var stores = (0..<rounds).map { _ in
      let store = stackStore(depth: depth)
      for id in 0..<depth {
        store.send(.path(.element(id: StackElementID(generation: id), action: .counter(.start))))
      }
      return store
    }
    var hands = (0..<rounds).map { _ in stackByHand(depth: depth) }
    // Each round needs its own stack.
    let costs = measure(
      rounds: rounds, repetitions: depth,
      [
        { _ in stores.removeLast().send(.path(.popFrom(id: 0))) },
        { _ in
          var hand = hands.removeLast()
          _ = hand.send(.popFrom(id: 0))
        },
      ])
    table.row("1,000 deep", store: costs[0], reducer: nil, hand: costs[1])
  }

  /// Measures a chain of actions, each of which sends the next one at once.
  static func measureChain() {
    let table = Table("A chain of 100,000 sends, for each")
    let store = stackStore(depth: 0)
    var hand = stackByHand(depth: 0)
    let costs = measure(
      rounds: 5, repetitions: 100_000,
      [
        { count in store.send(.next(count - 1)) },
        { count in
          var action: AppByHand.Action? = .next(count - 1)
          while let next = action { action = hand.send(next) }
        },
      ])
    table.row("100,000", store: costs[0], reducer: nil, hand: costs[1])
  }

  /// Measures an action of a screen whose effect sends the screen another one.
  static func measureEffect() {
    let table = Table("An action to a screen of a stack, which sends one itself")
    let store = stackStore(depth: 5)
    var hand = stackByHand(depth: 5)
    let id = StackElementID(generation: 4)
    let costs = measure(
      repetitions: 5_000,
      [
        { count in
          for _ in 0..<count { store.send(.path(.element(id: id, action: .counter(.ask)))) }
        },
        { count in
          for _ in 0..<count {
            var action: AppByHand.Action? = .element(id: 4, .counter(.ask))
            while let next = action { action = hand.send(next) }
          }
        },
      ])
    table.row("5 deep", store: costs[0], reducer: nil, hand: costs[1])
  }

  /// Measures creating and releasing a store.
  static func measureLife() {
    let table = Table("A store made, sent one action, and dropped")
    let costs = measure(
      repetitions: 2_000,
      [
        { count in
          for _ in 0..<count { _ = stackStore(depth: 1) }
        },
        { count in
          for _ in 0..<count { _ = stackByHand(depth: 1) }
        },
      ])
    table.row("with a stack of 1", store: costs[0], reducer: nil, hand: costs[1])
  }

  private static func stackStore(depth: Int) -> StoreOf<App> {
    let store = Store(initialState: App.State()) { App() }
    for _ in 0..<depth {
      store.send(.path(.push(id: .unassigned, state: .counter(Counter.State()))))
    }
    return store
  }

  private static func stackByHand(depth: Int) -> AppByHand {
    var app = AppByHand()
    for _ in 0..<depth { _ = app.send(.push(.counter(Counter.State()))) }
    return app
  }
}
