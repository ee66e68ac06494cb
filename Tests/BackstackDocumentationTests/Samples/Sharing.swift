import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

// sample: sharing-key
extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Sharing.Task>>.Default {
  static var tasks: Self { Self[.fileStorage(URL(filePath: "tasks.json")), default: []] }
}
// end

// sample: sharing-decoding
extension Sharing.TaskList.State {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tasks: try container.decode(Shared<IdentifiedArrayOf<Sharing.Task>>.self, forKey: .tasks),
      path: try container.decode(StackState<Sharing.TaskDetail.State>.self, forKey: .path))
    for id in path.ids {
      guard let own = path[id: id]?.task, let task = Shared($tasks[id: own.id]) else { continue }
      path[id: id]?.$task = task
    }
  }
}
// end

@Suite("Samples: sharing")
struct Sharing {
  struct Task: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
  }

  // sample: sharing-parent
  @Reducer
  struct TaskList {
    @ObservableState(coding: .manual)
    struct State: Codable, Equatable {
      @Shared var tasks: IdentifiedArrayOf<Task>
      var path = StackState<TaskDetail.State>()
    }

    enum Action: Codable {
      case taskTapped(id: Task.ID)
      case path(StackActionOf<TaskDetail>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .taskTapped(let id):
          guard let task = Shared(state.$tasks[id: id]) else { return .none }
          state.path.append(TaskDetail.State(task: task))
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path) { TaskDetail() }
    }
  }
  // end

  // sample: sharing-child
  @Reducer
  struct TaskDetail {
    @ObservableState
    struct State: Codable, Equatable {
      @Shared var task: Task
    }

    enum Action: Codable {
      case clearButtonTapped
      case loadButtonTapped
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .clearButtonTapped:
          state.$task.withLock { $0.title = "" }
          return .none
        case .loadButtonTapped:
          return .run { [task = state.$task, clock] _ in
            try await clock.sleep(for: .seconds(1))
            task.withLock { $0.title = "Loaded" }
          }
        }
      }
    }
  }
  // end

  // sample: sharing-keyed
  struct Settings: Codable, Equatable {
    @Shared(.appStorage("isMuted")) var isMuted = false
    @Shared(.inMemory("visits")) var visits = 0
    @Shared(.tasks) var tasks
  }
  // end

  @Test func parent() async {
    // sample: sharing-test
    let store = TestStore(
      initialState: TaskList.State(tasks: Shared(value: [Task(id: 1, title: "Design")]))
    ) {
      TaskList()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.taskTapped(id: 1)) {
      $0.path[id: 0] = TaskDetail.State(task: Shared($0.$tasks[id: 1])!)
    }
    await store.send(\.path[id: 0].clearButtonTapped) {
      $0.$tasks.withLock { $0[id: 1]?.title = "" }
    }
    await store.send(\.path[id: 0].loadButtonTapped).finish()
    store.assert { $0.$tasks.withLock { $0[id: 1]?.title = "Loaded" } }
    // end
  }

  @Test func decoding() throws {
    let json = #"""
      {"tasks": [{"id": 1, "title": "New"}], \#
      "path": [{"task": {"id": 1, "title": "Old"}}, {"task": {"id": 2, "title": "Gone"}}]}
      """#
    let state = try JSONDecoder().decode(TaskList.State.self, from: Data(json.utf8))
    #expect(state.path.map(\.task.title) == ["New", "Gone"])
    state.path[0].$task.withLock { $0.title = "Newer" }
    state.path[1].$task.withLock { $0.title = "Still gone" }
    #expect(state.tasks.map(\.title) == ["Newer"])
  }

  @Test(.dependencies) func keyed() {
    let settings = Settings()
    let others = Settings()
    settings.$visits.withLock { $0 += 1 }
    settings.$tasks.withLock { $0 = [Task(id: 1)] }
    #expect(others.visits == 1 && others.tasks.count == 1 && !others.isMuted)
  }
}
