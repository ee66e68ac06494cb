import Backstack
import BackstackViews
import Testing

/// The ids of what is presented, from one version to the next.
@Suite struct PresentationTests {
  private let memory = ScreenMemory()
  private let store = Store(initialState: Cookbook.State()) { Cookbook() }

  /// Evaluates the view at the store's version, and returns the ids of the levels.
  private func ids(_ memory: ScreenMemory? = nil) throws -> [String] {
    let memory = memory ?? self.memory
    memory.presentations.begin(at: store.actionCount)
    let screen = try store.screen(knowing: memory) { CookbookView(store: $0) }
    return try screen.levels.map { level in
      let text = String(decoding: level, as: UTF8.self)
      return String(try #require(text.split(separator: "\"").dropFirst(3).first))
    }
  }

  @Test("What is presented keeps its id while it is shown; presented anew, it has another")
  func anew() throws {
    #expect(try ids() == ["root"])
    store.send(.addButtonTapped)
    #expect(try ids() == ["root", "destination@1"])
    store.send(.destination(.presented(.add(.titleChanged("Pie")))))
    #expect(try ids() == ["root", "destination@1"])
    store.send(.destination(.dismiss))
    #expect(try ids() == ["root"])
    store.send(.addButtonTapped)
    #expect(try ids() == ["root", "destination@4"])
    store.send(.deleteButtonTapped)
    #expect(try ids() == ["root", "destination.2@5"])
  }

  @Test("What takes the place of something with another id has another id")
  func anotherItem() throws {
    store.send(.addButtonTapped)
    #expect(try ids().last == "destination@1")
    store.send(.refreshed)
    #expect(try ids().last == "destination@1")
    // No screen is without it.
    store.send(.present(7))
    #expect(try ids().last == "destination@3")
    store.send(.present(7))
    #expect(try ids().last == "destination@3")
  }

  @Test("What another screen of the stack covers meanwhile keeps its id")
  func covered() throws {
    store.send(.path(.push(id: 0, state: .steps(Steps.State(timer: Recipe.State(id: 1))))))
    let shown = try ids()
    store.send(.path(.push(id: 1, state: .steps(Steps.State()))))
    #expect(try ids() == ["root", "path/0", "path/1"])
    store.send(.path(.popFrom(id: 1)))
    #expect(try ids() == shown)
  }

  @Test("What a session was stored with is known, and what is shown at version 0 has a plain id")
  func stored() throws {
    let store = Store(
      initialState: Cookbook.State(destination: .add(Recipe.State(id: 0)))
    ) {
      Cookbook()
    }
    let screen = try store.screen { CookbookView(store: $0) }
    #expect(String(decoding: screen.json, as: UTF8.self).contains(#""id":"destination""#))
    self.store.send(.addButtonTapped)
    let first = try ids()
    #expect(memory.presentations.versions == ["destination 0": 1])
    self.store.send(.destination(.presented(.add(.titleChanged("Pie")))))
    #expect(try ids(ScreenMemory(presentations: memory.presentations.versions)) == first)
  }
}
