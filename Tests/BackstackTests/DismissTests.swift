import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("dismiss")
struct DismissTests {
  let issues = IssueLog()

  private func makeStore(_ path: StackState<Stack.Path.State>) -> StoreOf<Stack> {
    Store(initialState: Stack.State(path: path)) {
      Stack()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
  }

  @Test("A screen of a deep-linked stack dismisses itself on its first action", .tags(.r19, .r75))
  func deepLinked() {
    let store = makeStore([.counter(.init()), .counter(.init())])
    store.send(.path(.element(id: 1, action: .counter(.dismiss))))
    #expect(store.path.ids == [0])
    #expect(store.actionCount == 2)
    #expect(store.effectCount == 0)
  }

  @Test("A screen in the middle that dismisses itself pops all screens above it, too", .tags(.r78))
  func middle() {
    let store = makeStore([.counter(.init()), .counter(.init()), .counter(.init())])
    store.send(.path(.element(id: 1, action: .counter(.dismiss))))
    #expect(store.path.ids == [0])
  }

  @Test("A second call of dismiss does nothing", .tags(.r77))
  func twice() {
    let store = makeStore([.counter(.init()), .counter(.init())])
    store.send(.path(.element(id: 1, action: .counter(.dismissTwice))))
    #expect(store.path.ids == [0])
    #expect(store.actionCount == 2)
    #expect(issues.messages.isEmpty)
  }

  @Test("dismiss ends only the nearest presentation", .tags(.r76, .r84))
  func nearest() {
    let store = makeStore([.sheet(Sheet.State(destination: .counter(.init())))])
    store.send(
      .path(.element(id: 0, action: .sheet(.destination(.presented(.counter(.dismiss)))))))
    #expect(store.path.ids == [0])
    #expect(store.path[id: 0]?.sheet?.destination == nil)
  }

  @Test("dismiss works again after its case was left and entered again", .tags(.r73))
  func reentered() {
    let store = makeStore([.sheet(Sheet.State(destination: .counter(.init(id: 1))))])
    func sheet(_ action: Sheet.Action) {
      store.send(.path(.element(id: 0, action: .sheet(action))))
    }
    sheet(.destination(.presented(.counter(.increment))))
    sheet(.presentSheet)
    sheet(.present(1))
    sheet(.destination(.presented(.counter(.dismiss))))
    #expect(store.path[id: 0]?.sheet?.destination == nil)
    #expect(store.path.ids == [0])
  }

  @Test("dismiss in a feature that is not presented is reported", .tags(.r74))
  func notPresented() {
    let store = Store(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    store.send(.dismiss)
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.contains("isPresented") == true)
  }

  @Test("A presented feature's dismissal can be overridden from within it")
  func overriddenWithin() {
    let dismissals = IssueLog()
    let store = Store(initialState: Stack.State(path: [.counter(.init())])) {
      EmptyReducer<Stack.State, Stack.Action>()
        .forEach(\.path, action: \.path) {
          EmptyReducer<Stack.Path.State, Stack.Path.Action>()
            .ifCaseLet(\.counter, action: \.counter) {
              Counter().dependency(\.dismiss, DismissEffect { dismissals.append("screen") })
            }
        }
    }
    store.send(.path(.element(id: 0, action: .counter(.dismiss))))
    #expect(store.path.count == 1)
    #expect(dismissals.messages == ["screen"])
  }

  @Test("Overriding the root's dismiss does not affect the features that it presents")
  func overridden() {
    let dismissals = IssueLog()
    let store = Store(initialState: Stack.State(path: [.counter(.init())])) {
      Stack()
    } withDependencies: {
      let reporter = dismissals.reporter
      $0.dismiss = DismissEffect {
        reporter(Issue(message: "root", location: SourceLocation()))
      }
    }
    store.send(.path(.element(id: 0, action: .counter(.dismiss))))
    #expect(store.path.isEmpty)
    #expect(dismissals.messages.isEmpty)
  }
}
