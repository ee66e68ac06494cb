import Backstack
import BackstackTesting
import FoundationEssentials
import Testing

@Suite("Samples: differences")
struct Differences {
  typealias CounterFeature = MacroForms.CounterFeature

  @Test func threads() async {
    // sample: differences-threads
    let store = Store(initialState: CounterFeature.State()) {
      CounterFeature()
    }
    await withDiscardingTaskGroup { group in
      for _ in 1...100 {
        group.addTask { _ = store.send(.incrementButtonTapped) }
      }
    }
    #expect(store.count == 100)
    // end
  }

  @Test func ids() {
    let one = Store(initialState: Stack.RootFeature.State()) { Stack.RootFeature() }
    let two = Store(initialState: Stack.RootFeature.State()) { Stack.RootFeature() }
    // sample: differences-ids
    for store in [one, two] {
      store.send(.path(.push(id: .unassigned, state: .list(Stack.ListFeature.State()))))
    }
    #expect(one.path.ids == [0])
    #expect(two.path.ids == [0])
    // end
  }

  @Test func survivors() {
    // sample: differences-survivors
    var path = StackState<String>(["Home", "", "Detail"])
    path.removeAll { $0.isEmpty }
    #expect(path.ids == [0, 2])
    // end
  }

  @Test func contexts() {
    // sample: differences-contexts
    let id = withDependencies {
      $0.context = .test
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      return uuid()
    }
    #expect(id == UUID(0))
    // end
  }

  @Test func issues() {
    let log = Log<String>()
    // sample: differences-issues
    let store = Store(initialState: Tree.AddFeature.State()) {
      Tree.AddFeature()
    } withDependencies: {
      $0.issueReporter = IssueReporter { issue in log.append(issue.message) }
    }
    store.send(.form(.dismiss))
    #expect(log.all.first?.contains("nothing was presented") == true)
    // end
  }

  @Test func literals() {
    // sample: differences-literals
    let id: StackElementID = 3
    #expect(id.generation == 3)
    // end
  }

  @Test func observation() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    // sample: differences-observation
    var counts = store.changes(of: \.count).makeAsyncIterator()
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    #expect(await counts.next() == 2)  // a slow observer gets the newest value
    // end
  }
}
