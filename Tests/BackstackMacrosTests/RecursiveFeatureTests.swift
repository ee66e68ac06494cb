import Backstack
import FoundationEssentials
import Testing

struct RecursiveFeatureTests {
  @Test("A feature can contain a list of its own type, at any depth") func featureMayHaveAList()
    throws
  {
    let leaf = Outline.State(id: 2)
    let store = Store(
      initialState: Outline.State(id: 0, rows: [Outline.State(id: 1, rows: [leaf])])
    ) {
      Outline()
    }
    store.send(.rows(.element(id: 1, action: .rows(.element(id: 2, action: .titleChanged("b"))))))
    #expect(store.rows[id: 1]?.rows[id: 2]?.title == "b")
    let coded = try JSONDecoder().decode(
      Outline.State.self, from: JSONEncoder().encode(store.state))
    #expect(coded == store.state)
  }

  @Test("A feature can contain a stack of its own type, and present its own type")
  func featureMayHaveAStack() {
    let store = Store(initialState: Maze.State()) { Maze() }
    store.send(.path(.push(id: .unassigned, state: Maze.State(map: Maze.State()))))
    store.send(.path(.element(id: 0, action: .map(.presented(.visited)))))
    store.send(.path(.element(id: 0, action: .visited)))
    #expect(store.path[id: 0]?.visits == 1)
    #expect(store.path[id: 0]?.map?.visits == 1)
    #expect(store.visits == 0)
  }

  @Test("A feature can contain a stack of an enum reducer that contains the feature")
  func featureMayHaveAStackOfAnEnum() {
    let store = Store(initialState: Folder.State()) { Folder() }
    store.send(.path(.push(id: .unassigned, state: .folder(Folder.State()))))
    store.send(.path(.element(id: 0, action: .folder(.opened))))
    #expect(store.path[id: 0, case: \.folder]?.opened == 1)
  }

  @Test("A feature's action is implicitly Sendable") func actionIsSendableWithoutSayingSo() {
    func isSendable(_: (some Sendable).Type) {}
    isSendable(Outline.Action.self)
    isSendable(Folder.Action.self)
  }
}
