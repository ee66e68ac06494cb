import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("Element ids")
struct ElementIDTests {
  let setup = LiveStoreSetup()

  // TCA traps on a literal outside of tests. Here literals are allowed everywhere (decision 2), and
  // no id from a client can trap.
  @Test(
    "An element id is an integer counted from 0, printed with a # and encoded as a number",
    .tags(.r35))
  func idIsANumberThatCounts() throws {
    let id: StackElementID = 3
    #expect(id.generation == 3)
    #expect("\(id)" == "#3")
    #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[3]")
    for text in ["[-1]", "[1.5]", "[1e300]", #"["0"]"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([StackElementID].self, from: Data(text.utf8))
      }
    }
  }

  @Test(
    "The generator of ids is a dependency and counts from 0, live as in tests", .tags(.r36),
    arguments: [DependencyContext.live, .test])
  func generatorIsADependencyAndCounts(context: DependencyContext) {
    let store = setup.store(
      Book.State(),
      Book { [recorder = setup.recorder] _, _ in
        @Dependency(\.stackElementID) var generator
        if let generator {
          recorder("\(generator.peek()) \(generator.next()) \(generator.next())")
        }
        return .none
      }, context: context)
    store.send(.go)
    store.send(.go)
    #expect(setup.recorder.lines == ["#0 #0 #1", "#2 #2 #3"])
  }

  @Test("All stacks of a store share one generator of ids", .tags(.r37))
  func allStacksOfAStoreShare() {
    let store = setup.store(TwoStacks.State(), TwoStacks())
    for name in ["left", "right", "right", "left"] { store.send(.append(name)) }
    #expect(store.left.ids == [0, 3])
    #expect(store.right.ids == [1, 2])
  }

  // TCA has one live generator for the process. Here each store has its own (decision 2), and the
  // generator skips the ids of a decoded stack.
  @Test(
    "Each store counts ids separately, and continues after the ids of its initial stacks",
    .tags(.r38))
  func eachStoreCountsForItself() throws {
    let stores = (0..<3).map { _ in setup.store(Book.State(), Book()) }
    for store in stores {
      store.send(.path(.push(id: .unassigned, state: Page.State(7))))
      store.send(.path(.push(id: .unassigned, state: Page.State(8))))
      #expect(store.path.ids == [0, 1])
    }
    let data = try JSONEncoder().encode(stores[0].state)
    let restored = setup.store(
      try! JSONDecoder().decode(Book.State.self, from: data), Book())
    restored.send(.path(.popFrom(id: 1)))
    restored.send(.path(.push(id: .unassigned, state: Page.State(9))))
    #expect(restored.path.ids == [0, 2])
  }

  @Test("No element id is assigned twice, even after removals", .tags(.r39))
  func noIdIsGivenTwiceWhatever() {
    let store = setup.store(
      Book.State(),
      Book { state, action in
        if action == .go { state.path.append(Page.State(7)) }
        if action == .back { state.path.removeAll() }
        return .none
      })
    for action in [Book.Action.go, .go, .path(.popFrom(id: 1)), .go, .back, .go] {
      store.send(action)
    }
    #expect(store.path.ids == [3])
  }

  @Test(
    "A test's closure appends with the id that the reducer assigned, and consumes none", .tags(.r40)
  )
  func testsClosureAppendsWithTheId() async {
    let store = TestStore(initialState: Book.State()) {
      Book { state, action in
        if action == .go { state.path.append(Page.State(7)) }
        return .none
      }
    }
    for id in 0..<3 {
      await store.send(.go) {
        $0.path.append(Page.State(7))
        #expect($0.path.ids.last?.generation == id)
        var unused = $0.path
        unused.append(Page.State(8))
      }
    }
    #expect(store.state.path.ids == [0, 1, 2])
  }

  // TCA's generator does not know ids from elsewhere, so a later append can overwrite such an
  // element.
  @Test(
    "The store assigns an id to a client's push, and never one that a push has used",
    .tags(.r41))
  func clientsPushHasNoId() throws {
    let json = #"{"push": {"state": {"id": 7, "taps": 0, "ticks": 0}}}"#
    let push = try JSONDecoder().decode(StackActionOf<Page>.self, from: Data(json.utf8))
    let store = setup.store(Book.State(), Book())
    store.send(.path(push))
    #expect(store.path.ids == [0])
    store.send(.path(.push(id: 2, state: Page.State(8))))
    store.send(.path(push))
    #expect(store.path.ids == [0, 2, 3])
    #expect(store.path.map(\.id) == [7, 8, 7])
    store.send(.path(.push(id: 9, state: Page.State(8))))
    store.send(.path(.popFrom(id: 2)))
    store.send(.path(push))
    #expect(store.path.ids == [0, 10])
  }
}
