import Backstack
import BackstackViews
import Testing

/// Views in the wording of 2023, and what their controls send.
@Suite struct OlderViewTests {
  private let older: any OlderViews = olderViews()
  private let form = Shoe.State(id: 4)

  private func store(_ state: Closet.State) -> StoreOf<Closet> {
    Store(initialState: state) { Closet() }
  }

  @Test("A NavigationStackStore has its screens, by CaseLet")
  func stack() throws {
    let state = Closet.State(path: [.shoe(Shoe.State()), .shelf(Shelf.State())])
    let root = try ScreenReader(store(Closet.State())) { older.stack($0) }
    #expect(
      root.action("Shelf") == #"{"path":{"push":{"state":{"shelf":{"height":1}}}}}"#)
    let screen = try ScreenReader(store(state)) { older.stack($0) }
    #expect(screen.levels.map { $0["id"] as? String } == ["root", "path/0", "path/1"])
    #expect(screen.closing() == #"{"path":{"popFrom":{"id":1}}}"#)
    #expect(
      screen.action("Raise")
        == #"{"path":{"element":{"action":{"shelf":{"raiseButtonTapped":{}}},"id":1}}}"#)
    let other = try ScreenReader(store(state)) { older.path($0) }
    #expect(other.action("Raise") == screen.action("Raise"))
  }

  @Test("A ViewStore reads, sends, and has bindings")
  func viewStore() throws {
    let screen = try ScreenReader(store(Closet.State(shoes: [form], note: "Buy"))) {
      older.tree($0)
    }
    #expect(screen.body.contains(#""text":"Buy""#))
    #expect(screen.action("Note", "Sell") == #"{"binding":{"note":"Sell"}}"#)
    #expect(screen.action("Other note", "Sell") == #"{"binding":{"note":"Sell"}}"#)
    #expect(screen.action("Open", true) == #"{"binding":{"isOpen":true}}"#)
    #expect(screen.action("Swap") == #"{"swapped":{}}"#)
    #expect(screen.body.contains(#"{"tabChanged":{"$value":"integer"}}"#))
    #expect(screen.body.contains("No favorite"))
    #expect(
      screen.action("Polish red")
        == #"{"shoes":{"element":{"action":{"polishButtonTapped":{}},"id":4}}}"#)
    #expect(screen.action("Polish red", key: "delete") == #"{"swapped":{}}"#)
  }

  @Test("IfLetStore shows what is there")
  func ifLet() throws {
    let screen = try ScreenReader(store(Closet.State(favorite: Shoe.State(color: "blue")))) {
      older.tree($0)
    }
    #expect(screen.action("Polish blue") == #"{"favorite":{"polishButtonTapped":{}}}"#)
  }

  @Test("Presentations of a store are levels, by key path and by case")
  func presentations() throws {
    let sheet = try ScreenReader(store(Closet.State(form: form))) { older.tree($0) }
    #expect(sheet.levels.last?["style"] as? String == "sheet")
    #expect(sheet.closing() == #"{"form":{"dismiss":{}}}"#)
    #expect(
      sheet.action("Polish red") == #"{"form":{"presented":{"polishButtonTapped":{}}}}"#)
    let state = Closet.State(destination: .edit(form))
    let popover = try ScreenReader(store(state)) { older.tree($0) }
    #expect(popover.levels.last?["style"] as? String == "popover")
    let pushed = try ScreenReader(store(state)) { older.case($0) }
    #expect(pushed.levels.last?["style"] as? String == "push")
    for screen in [popover, pushed] {
      #expect(screen.closing() == #"{"destination":{"dismiss":{}}}"#)
      #expect(
        screen.action("Polish red")
          == #"{"destination":{"presented":{"edit":{"polishButtonTapped":{}}}}}"#)
    }
  }

  @Test("Alerts and dialogs of a store have their buttons")
  func alerts() throws {
    let alert = AlertState<Closet.Alert> {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .confirmed) { TextState("Yes") }
    }
    let dialog = ConfirmationDialogState<Closet.Alert> {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .confirmed) { TextState("Yes") }
    }
    let single = try ScreenReader(store(Closet.State(alert: alert))) { older.tree($0) }
    #expect(single.levels.last?["style"] as? String == "alert")
    #expect(single.action("Yes") == #"{"alert":{"presented":{"confirmed":{}}}}"#)
    let ofCase = try ScreenReader(store(Closet.State(destination: .alert(alert)))) {
      older.case($0)
    }
    #expect(
      ofCase.action("Yes") == #"{"destination":{"presented":{"alert":{"confirmed":{}}}}}"#)
    let sheet = try ScreenReader(store(Closet.State(destination: .dialog(dialog)))) {
      older.tree($0)
    }
    #expect(sheet.levels.last?["style"] as? String == "confirmationDialog")
    #expect(
      sheet.action("Yes") == #"{"destination":{"presented":{"dialog":{"confirmed":{}}}}}"#)
  }

  @Test("A view's state is made of a store, with bindings and for some actions")
  func viewState() throws {
    let screen = try ScreenReader(store(Closet.State(shoes: [form]))) {
      older.viewState($0)
    }
    #expect(screen.body.contains("1 shoes"))
    #expect(screen.action("Swap") == #"{"swapped":{}}"#)
    #expect(screen.action("Note", "A") == #"{"binding":{"note":"A"}}"#)
    #expect(screen.action("Add") == #"{"view":{"addButtonTapped":{}}}"#)
    #expect(
      screen.action("Polish red")
        == #"{"shoe":{"action":{"polishButtonTapped":{}},"id":4}}"#)
  }

  @Test("Other forms of the same views act, too")
  func forms() throws {
    let state = Closet.State(shoes: [form], favorite: Shoe.State(color: "blue"))
    let screen = try ScreenReader(store(state)) { older.forms($0) }
    #expect(screen.action("Note", "A") == #"{"binding":{"note":"A"}}"#)
    #expect(screen.body.contains("Shoe 4"))
    #expect(screen.action("Open", true) == #"{"swapped":{}}"#)
    #expect(screen.action("Polish blue") == #"{"favorite":{"polishButtonTapped":{}}}"#)
    #expect(
      screen.action("Polish red")
        == #"{"shoes":{"element":{"action":{"polishButtonTapped":{}},"id":4}}}"#)
    #expect(screen.action("Form") == #"{"swapped":{}}"#)
    let presented = try ScreenReader(store(Closet.State(form: form))) { older.forms($0) }
    #expect(presented.levels.last?["style"] as? String == "push")
    #expect(
      presented.action("Polish red") == #"{"form":{"presented":{"polishButtonTapped":{}}}}"#)
  }

  @Test("A SwitchStore shows the case of a store")
  func switchStore() throws {
    let store = Store(initialState: Closet.Path.State.shelf(Shelf.State())) { Closet.Path.body }
    let screen = try ScreenReader(store) { older.switch($0) }
    #expect(screen.action("Raise") == #"{"shelf":{"raiseButtonTapped":{}}}"#)
  }
}
