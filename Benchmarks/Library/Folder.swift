import Backstack

/// A feature that presents itself, to any depth.
@Reducer
struct Folder {
  struct State: Equatable, Sendable {
    var count = 0
    @Presents var child: State?
  }

  indirect enum Action: Sendable {
    case increment
    case child(PresentationAction<Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .child: return .none
      }
    }
    .ifLet(\.$child, action: \.child) { Folder() }
  }
}

/// The same as a `switch` over a struct. The child is in a copy-on-write box, so that a copy of a
/// folder is independent.
struct FolderByHand: Sendable {
  var count = 0
  private var box: Box?

  init(child: FolderByHand? = nil) { box = child.map(Box.init) }

  private final class Box: @unchecked Sendable {
    // Sound: it is changed only through a unique reference.
    var folder: FolderByHand

    init(_ folder: FolderByHand) { self.folder = folder }
  }

  indirect enum Action: Sendable {
    case increment
    case child(Action)
  }

  @inline(never)
  mutating func send(_ action: Action) {
    switch action {
    case .increment: count += 1
    case .child(let action):
      if box == nil { return }
      if !isKnownUniquelyReferenced(&box) { box = Box(box!.folder) }
      box!.folder.send(action)
    }
  }
}

extension LibraryBenchmark {
  /// Measures an action for the innermost of nested presentations.
  static func measureNesting() {
    let table = Table("An action through nested ifLets")
    for depth in [1, 2, 5, 10, 20] {
      var state = Folder.State()
      var hand = FolderByHand()
      var action = Folder.Action.increment
      var handAction = FolderByHand.Action.increment
      for _ in 0..<depth {
        state = Folder.State(child: state)
        hand = FolderByHand(child: hand)
        action = .child(.presented(action))
        handAction = .child(handAction)
      }
      let store = Store(initialState: state) { Folder() }
      let folder = Folder()
      let costs = measure(
        repetitions: 2_000,
        [
          { [action] count in for _ in 0..<count { store.send(action) } },
          { [action] count in
            for _ in 0..<count { _ = folder.reduce(into: &state, action: action) }
          },
          { [handAction] count in for _ in 0..<count { hand.send(handAction) } },
        ])
      table.row("\(depth) deep", store: costs[0], reducer: costs[1], hand: costs[2])
    }
  }
}
