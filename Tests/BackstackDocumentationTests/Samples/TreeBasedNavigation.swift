import Backstack
import BackstackTesting
import Testing

@Suite("Samples: tree-based navigation")
struct TreeBasedNavigation {
  typealias InventoryFeature = Tree.InventoryFeature
  typealias ItemFormFeature = Tree.ItemFormFeature
  typealias Item = Tree.Item

  @Test func optional() {
    // sample: tree-optional-use
    let store = Store(initialState: Tree.AddFeature.State()) {
      Tree.AddFeature()
    }
    store.send(.addButtonTapped)
    store.send(.form(.presented(.nameChanged("Milk"))))
    #expect(store.form?.item.name == "Milk")

    store.send(.form(.dismiss))
    #expect(store.form == nil)
    // end
  }

  // sample: tree-test
  @Test func `an item is added`() async {
    let store = TestStore(initialState: InventoryFeature.State()) {
      InventoryFeature()
    }
    await store.send(\.addButtonTapped) {
      $0.destination = .add(ItemFormFeature.State(item: Item(id: 0, name: "")))
    }
    await store.send(\.destination.add.nameChanged, "Milk") {
      $0.$destination[case: \.add]?.item.name = "Milk"
    }
    await store.send(\.saveButtonTapped) {
      $0.items = [Item(id: 0, name: "Milk")]
      $0.destination = nil
    }
  }
  // end

  // sample: tree-alert-test
  @Test func `an item is deleted`() async {
    let milk = Item(id: 0, name: "Milk")
    let store = TestStore(initialState: InventoryFeature.State(items: [milk])) {
      InventoryFeature()
    }
    await store.send(\.deleteButtonTapped, 0) {
      $0.destination = .alert(.deletion(id: 0))
    }
    await store.send(\.destination.alert.confirmDeletion, 0) {
      $0.items = []
      $0.destination = nil  // the button has closed the alert
    }
  }
  // end

  @Test func wireFormat() throws {
    // sample: tree-wire
    let state = InventoryFeature.State(
      destination: .edit(ItemFormFeature.State(item: Item(id: 0, name: "Milk"))))
    #expect(
      try json(state) == #"{"destination":{"edit":{"item":{"id":0,"name":"Milk"}}},"items":[]}"#)
    #expect(try json(InventoryFeature.State()) == #"{"destination":null,"items":[]}"#)

    let dismiss = try decode(InventoryFeature.Action.self, #"{"destination": "dismiss"}"#)
    #expect(dismiss.is(\.destination.dismiss))
    // end
  }

  // sample: tree-recursion
  @Reducer
  struct FolderFeature {
    struct State: Equatable, Sendable {
      var name = ""
      @Presents var subfolder: FolderFeature.State?
    }

    enum Action {
      case openButtonTapped(name: String)
      indirect case subfolder(PresentationAction<FolderFeature.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openButtonTapped(let name):
          state.subfolder = FolderFeature.State(name: name)
          return .none
        case .subfolder:
          return .none
        }
      }
      .ifLet(\.$subfolder, action: \.subfolder) {
        FolderFeature()
      }
    }
  }
  // end

  @Test func recursion() {
    let store = Store(initialState: FolderFeature.State()) { FolderFeature() }
    store.send(.openButtonTapped(name: "a"))
    store.send(.subfolder(.presented(.openButtonTapped(name: "b"))))
    #expect(store.subfolder?.subfolder?.name == "b")
    #expect(MemoryLayout<PresentationState<FolderFeature.State>>.size == 8)
  }

  /// Fifty kilobytes.
  struct Board: Equatable, Sendable {
    var squares = InlineArray<6400, Int>(repeating: 0)

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.squares.indices.allSatisfy { lhs.squares[$0] == rhs.squares[$0] }
    }
  }

  // sample: tree-boxed
  /// A value on the heap.
  @propertyWrapper
  indirect enum Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
    case value(Value)

    init(wrappedValue: Value) { self = .value(wrappedValue) }

    var wrappedValue: Value {
      get {
        switch self {
        case .value(let value): value
        }
      }
      set { self = .value(newValue) }
    }
  }

  @Reducer
  struct BoardFeature {
    struct State: Equatable {
      @Boxed var board = Board()
      var moves = 0
    }

    enum Action {
      case squareTapped(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .squareTapped(let square):
          state.board.squares[square] += 1
          state.moves += 1
          return .none
        }
      }
    }
  }
  // end

  @Test func boxed() {
    #expect(MemoryLayout<BoardFeature.State>.size == 16)
    let before = BoardFeature.State()
    let store = Store(initialState: before) { BoardFeature() }
    store.send(.squareTapped(7))
    #expect(store.board.squares[7] == 1)
    #expect(store.moves == 1)
    #expect(store.board != before.board)
  }
}
