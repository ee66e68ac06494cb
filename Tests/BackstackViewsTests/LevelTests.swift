import Backstack
import BackstackViews
import Testing

/// The levels of a screen, and how they are left.
@Suite struct LevelTests {
  private func screen(_ state: Cookbook.State) throws -> ScreenReader {
    try ScreenReader(Store(initialState: state) { Cookbook() }) { CookbookView(store: $0) }
  }

  @Test("The root has a title, a toolbar, a search, and what appears")
  func root() throws {
    let screen = try screen(Cookbook.State(recipes: [Recipe.State(id: 7, title: "Pie")]))
    let root = try #require(screen.levels.first)
    #expect(screen.levels.count == 1)
    #expect(root["id"] as? String == "root")
    #expect(root["title"] as? String == "Recipes")
    #expect(ScreenReader.text(root["appear"] ?? 0) == #"{"appeared":{}}"#)
    #expect(ScreenReader.text(root["refresh"] ?? 0) == #"{"refreshed":{}}"#)
    let search = try #require(root["search"] as? [String: Any])
    #expect(ScreenReader.text(search["send"] ?? 0) == #"{"binding":{"query":{"$value":"string"}}}"#)
    #expect(screen.action("Add") == #"{"addButtonTapped":{}}"#)
    #expect(
      screen.action("Pie")
        == #"{"recipes":{"element":{"action":{"favoriteButtonTapped":{}},"id":7}}}"#)
    #expect(screen.action("Pie", key: "delete") == #"{"deleted":[0]}"#)
    #expect(
      screen.action("Cook")
        == #"{"path":{"push":{"state":{"steps":{"step":1,"timer":null}}}}}"#)
  }

  @Test("Screens of the stack are levels, each with its address and a way back")
  func stack() throws {
    let screen = try screen(
      Cookbook.State(path: [.recipe(Recipe.State(id: 1)), .steps(Steps.State())]))
    #expect(screen.levels.map { $0["id"] as? String } == ["root", "path/0", "path/1"])
    #expect(screen.levels.map { $0["style"] as? String } == ["root", "push", "push"])
    #expect(screen.levels.map { $0["below"] as? String } == [nil, "root", "path/0"])
    #expect((screen.levels[1]["back"] as? [String: Any])?["text"] as? String == "Recipes")
    #expect((screen.levels[2]["back"] as? [String: Any])?["text"] as? String == "Recipe")
    #expect(screen.closing() == #"{"path":{"popFrom":{"id":1}}}"#)
    #expect(
      ScreenReader.text(screen.levels[2]["wrap"] ?? 0)
        == #"{"path":{"element":{"action":{"steps":{"$action":true}},"id":1}}}"#)
    #expect(
      screen.action("Next")
        == #"{"path":{"element":{"action":{"steps":{"nextButtonTapped":{}}},"id":1}}}"#)
  }

  @Test("A screen without a back button can't be left by it")
  func hiddenBackButton() throws {
    let screen = try screen(Cookbook.State(path: [.steps(Steps.State(step: 2))]))
    #expect(screen.closing() == nil)
  }

  @Test("A sheet has its feature's address; actions of the level below are whole")
  func sheet() throws {
    let screen = try screen(Cookbook.State(destination: .add(Recipe.State(id: 1))))
    #expect(screen.levels.map { $0["id"] as? String } == ["root", "destination"])
    #expect(screen.levels.last?["style"] as? String == "sheet")
    #expect(screen.levels.last?["title"] as? String == "New recipe")
    #expect(screen.closing() == #"{"destination":{"dismiss":{}}}"#)
    #expect(
      screen.action("Title", "Pie")
        == #"{"destination":{"presented":{"add":{"binding":{"title":"Pie"}}}}}"#)
    #expect(screen.action("Save") == #"{"confirmAddButtonTapped":{}}"#)
    #expect(screen.action("Close") == #"{"destination":{"dismiss":{}}}"#)
  }

  @Test("Another case of the same destination is another level")
  func otherCase() throws {
    let screen = try screen(Cookbook.State(destination: .note(Recipe.State(id: 1))))
    #expect(screen.levels.last?["id"] as? String == "destination.1")
    #expect(screen.levels.last?["style"] as? String == "popover")
  }

  @Test("An alert has its texts, and its buttons send or dismiss")
  func alert() throws {
    let store = Store(initialState: Cookbook.State()) { Cookbook() }
    store.send(.deleteButtonTapped)
    let screen = try ScreenReader(store) { CookbookView(store: $0) }
    let alert = try #require(screen.levels.last)
    #expect(alert["style"] as? String == "alert")
    #expect(alert["title"] as? String == "Delete all?")
    #expect(
      ScreenReader.text(alert["message"] ?? 0)
        == #"[{"kind":"text","text":"They are gone then."}]"#)
    #expect(
      screen.action("Delete")
        == #"{"destination":{"presented":{"alert":{"confirmDeletion":{}}}}}"#)
    #expect(screen.action("Keep") == #"{"destination":{"dismiss":{}}}"#)
  }

  @Test("Only the top of a stack shows what it presents")
  func coveredPresentation() throws {
    let timer = Steps.State(timer: Recipe.State(id: 3))
    #expect(try screen(Cookbook.State(path: [.steps(timer)])).levels.count == 3)
    let covered = try screen(Cookbook.State(path: [.steps(timer), .recipe(Recipe.State(id: 1))]))
    #expect(covered.levels.count == 3)
    #expect(covered.levels.last?["id"] as? String == "path/1")
  }

  @Test("What the root presents is over its stack")
  func order() throws {
    let screen = try screen(
      Cookbook.State(
        path: [.steps(Steps.State(timer: Recipe.State(id: 3)))],
        destination: .add(Recipe.State(id: 1))))
    #expect(
      screen.levels.map { $0["id"] as? String }
        == ["root", "path/0", "path/0/steps/timer", "destination"])
  }

  @Test("A sheet of a view in the background is presented")
  func background() throws {
    let state = Cookbook.State(destination: .add(Recipe.State(id: 1)))
    let screen = try ScreenReader(Store(initialState: state) { Cookbook() }) { store in
      Text("Recipes").background {
        EmptyView().sheet(
          item: Bindable(store).scope(state: \.destination?.add, action: \.destination.add)
        ) { RecipeForm(store: $0) }
      }
    }
    #expect(screen.levels.map { $0["id"] as? String } == ["root", "destination"])
    #expect(screen.body == #"[{"kind":"text","text":"Recipes"}]"#)
  }
}
