import Backstack
import BackstackTesting
import Testing

/// A sheet whose effect a test defines.
@Reducer
private struct Form {
  struct State: Sendable { var ticks = 0 }
  enum Action: Sendable {
    case start
    case tick
  }

  @Dependency(\.dismiss) var dismiss
  let work: @Sendable (_ dismiss: DismissEffect, _ send: Send<Action>) async throws -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start: return .run { send in try await work(dismiss, send) }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}

@Reducer
private struct Root {
  struct State: Sendable { @Presents var sheet: Form.State? = Form.State() }
  enum Action: Sendable {
    case sheet(PresentationAction<Form.Action>)
    case close
  }

  let sheet: Form

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .close = action { state.sheet = nil }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { sheet }
  }
}

@Suite("Effects that send after dismissing their feature")
struct SendAfterDismissalTests {
  private let issues = IssueLog()
  private let clock = TestClock()

  private func makeStore(
    _ work: @escaping @Sendable (DismissEffect, Send<Form.Action>) async throws -> Void
  ) -> StoreOf<Root> {
    Store(initialState: Root.State()) {
      Root(sheet: Form(work: work))
    } withDependencies: {
      $0.issueReporter = issues.reporter
      $0.continuousClock = clock
    }
  }

  private var message: String { "An effect sent an action, 'sheet', after it had dismissed" }

  @Test("Sends after the effect has dismissed its feature are reported once")
  func reported() async {
    let store = makeStore { dismiss, send in
      await send(.tick)
      await dismiss()
      await send(.tick)
      await send(.tick)
    }
    await store.send(.sheet(.presented(.start))).finish()
    await store.settle()
    #expect(store.sheet == nil)
    #expect(issues.messages.count == 1)
    #expect(issues.messages.first?.hasPrefix(message) == true)
  }

  @Test("A send after a dismissal is also reported if a task of the effect dismisses or sends")
  func task() async {
    let dismissing = makeStore { dismiss, send in
      await Task {
        await dismiss()
        await send(.tick)
      }.value
    }
    await dismissing.send(.sheet(.presented(.start))).finish()
    await clock.advance()
    #expect(issues.messages.count == 1)

    let sending = makeStore { dismiss, send in
      await dismiss()
      await Task { await send(.tick) }.value
    }
    await sending.send(.sheet(.presented(.start))).finish()
    await clock.advance()
    #expect(issues.messages.count == 2)
    #expect(issues.messages.allSatisfy { $0.hasPrefix(message) })
  }

  @Test("An effect whose feature others dismiss sends nothing, without an issue")
  func dismissedByOthers() async {
    let store = makeStore { [clock] _, send in
      try? await clock.sleep(for: .seconds(1))
      await send(.tick)
    }
    store.send(.sheet(.presented(.start)))
    store.send(.close)
    await store.settle()
    #expect(issues.messages.isEmpty)
  }

  @Test("A sibling of the task that dismissed sends nothing, without an issue")
  func sibling() async {
    let store = makeStore { [clock] dismiss, send in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
        group.addTask { await dismiss() }
      }
    }
    store.send(.sheet(.presented(.start)))
    await store.settle()
    #expect(store.sheet == nil)
    #expect(issues.messages.isEmpty)
  }

  @Test("A TestStore fails a test whose effect sends after a dismissal")
  func test() async {
    await withKnownIssue {
      let store = TestStore(initialState: LeavingParent.State()) {
        LeavingParent()
      }
      await store.send(.sheet(.presented(.leave)))
      await store.receive(\.sheet.dismiss) { $0.sheet = nil }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix(message) }
    }
  }
}

@Reducer
private struct LeavingParent {
  struct State: Equatable, Sendable { @Presents var sheet: Leaving.State? = Leaving.State() }
  enum Action: Sendable { case sheet(PresentationAction<Leaving.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Leaving() }
  }
}

@Reducer
private struct Leaving {
  struct State: Equatable, Sendable {}
  enum Action: Sendable { case leave, tick }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .leave = action else { return .none }
      return .run { send in
        await dismiss()
        await send(.tick)
      }
    }
  }
}
