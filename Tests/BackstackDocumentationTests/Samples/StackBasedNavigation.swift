import Backstack
import BackstackTesting
import Testing

@Suite("Samples: stack-based navigation")
struct StackBasedNavigation {
  typealias RootFeature = Stack.RootFeature
  typealias DetailFeature = Stack.DetailFeature
  typealias EditFeature = Stack.EditFeature
  typealias ListFeature = Stack.ListFeature

  @Test func deepLink() {
    // sample: stack-deep-link
    let store = Store(
      initialState: RootFeature.State(
        path: StackState([
          .list(ListFeature.State(items: ["Milk", "Bread"])),
          .detail(DetailFeature.State(item: "Milk")),
          .edit(EditFeature.State(text: "Milk")),
        ]))
    ) {
      RootFeature()
    }
    #expect(store.path.ids == [0, 1, 2])

    store.send(.path(.element(id: 2, action: .edit(.saveButtonTapped))))
    #expect(store.path.ids == [0, 1])
    // end
  }

  // sample: stack-test
  @Test func `an edited item is saved`() async {
    let store = TestStore(
      initialState: RootFeature.State(
        path: StackState([.detail(DetailFeature.State(item: "Milk"))]))
    ) {
      RootFeature()
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 1] = .edit(EditFeature.State(text: "Milk"))
    }
    await store.send(\.path[id: 1].edit.textChanged, "Oat milk") {
      $0.path[id: 1, case: \.edit]?.text = "Oat milk"
    }
    await store.send(\.path[id: 1].edit.saveButtonTapped) {
      $0.path[id: 0, case: \.detail]?.item = "Oat milk"
    }
    // The screen has dismissed itself.
    await store.receive(\.path.popFrom) {
      $0.path[id: 1] = nil
    }
  }
  // end

  @Test func elements() {
    // sample: stack-elements
    var path = StackState<String>(["Home", "List", "Detail"])
    #expect(path.ids == [0, 1, 2])
    #expect(path[id: 1] == "List")
    #expect(path.map(\.count) == [4, 4, 6])

    path[id: 1] = "Table"  // replaces the element, which keeps its id
    path[id: 1] = nil  // removes only this element, even from the middle
    #expect(path.ids == [0, 2])

    path.append("Edit")
    path.append("Confirm")
    path.pop(to: 2)  // removes what is above the element
    path.pop(from: 2)  // removes the element and what is above it
    #expect(Array(path) == ["Home"])

    path.removeAll { $0.isEmpty }  // those that stay keep their ids
    #expect(path.popLast() == "Home")
    // end
  }

  @Test func middle() {
    // sample: stack-insert
    var path = StackState<String>(["Home", "Detail"])
    path.insert("List", at: 1)
    #expect(Array(path) == ["Home", "List", "Detail"])
    #expect(path.ids == [0, 2, 1])
    // end
  }

  @Test func wireFormat() throws {
    // sample: stack-wire
    var path = StackState<RootFeature.Path.State>()
    path.append(.detail(DetailFeature.State(item: "Milk")))
    #expect(try json(path) == #"[{"id":0,"state":{"detail":{"item":"Milk"}}}]"#)

    let action = RootFeature.Action.path(.element(id: 0, action: .detail(.editButtonTapped)))
    #expect(
      try json(action)
        == #"{"path":{"element":{"action":{"detail":{"editButtonTapped":{}}},"id":0}}}"#)
    // end

    let restored = try decode(
      StackState<RootFeature.Path.State>.self, #"[{"id":7,"state":{"detail":{"item":"Milk"}}}]"#)
    #expect(restored.ids == [7])
    let bare = try decode(
      StackState<RootFeature.Path.State>.self, #"[{"detail":{"item":"Milk"}}]"#)
    #expect(bare.ids == [0])
  }

  @Test func push() throws {
    let store = Store(initialState: RootFeature.State()) { RootFeature() }
    // sample: stack-push
    let push = try decode(
      RootFeature.Action.self, #"{"path": {"push": {"state": {"detail": {"item": "Milk"}}}}}"#)
    store.send(push)
    store.send(.path(.push(id: .unassigned, state: .edit(EditFeature.State(text: "Milk")))))
    #expect(store.path.ids == [0, 1])
    // end
  }

  @Test func text() throws {
    // sample: stack-text
    let action = RootFeature.Action(casePath: "path[2].detail.editButtonTapped")
    #expect(action?[case: \.path[id: 2].detail.editButtonTapped] != nil)
    #expect(RootFeature.Action(casePath: "path[2].detail.close") == nil)
    // end
  }

  @Test func late() {
    let issues = Log<String>()
    // sample: stack-late
    let store = Store(initialState: RootFeature.State()) {
      RootFeature()
    } withDependencies: {
      $0.issueReporter = IssueReporter { issues.append($0.message) }
    }
    store.send(.path(.element(id: 0, action: .detail(.editButtonTapped))))
    #expect(issues.all.count == 1)
    #expect(store.state == RootFeature.State())
    // end
  }
}
