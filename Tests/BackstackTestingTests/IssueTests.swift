import Backstack
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
import Synchronization
import Testing

@Suite("Issues in a test store")
struct IssueTests {
  let failures = Failures()

  private func makeStore() -> TestStoreOf<ProbeFeature> {
    BackstackTestingTests.makeStore(ProbeFeature.State(), ProbeFeature(), failures: failures)
  }

  @Test("An issue of a reducer fails the test, also a non-exhaustive one", .tags(.r119))
  func reducer() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.misuse)
    #expect(failures.kinds == [.issue])
    #expect(failures.messages == ["misused"])
    #expect(failures.all.first?.location.fileID.description.hasSuffix("ProbeFeature.swift") == true)
  }

  @Test("An action for a presented screen fails the test if the feature lacks the ifLet operator")
  func forgottenOperator() async {
    let store = BackstackTestingTests.makeStore(
      Windowless.State(), Windowless(), failures: failures)
    let line = #line + 1
    await store.send(.probe(.dismiss))
    await store.send(.probe(.presented(.nothing)))
    #expect(failures.kinds == [.issue])
    #expect(failures.messages.first?.contains(".ifLet(\\.$probe, action: \\.probe)") == true)
    #expect(failures.lines == [UInt(line)])
  }

  @Test("An issue of an effect is reported", .tags(.r119))
  func effect() async {
    let store = makeStore()
    await store.send(.misuseInEffect)
    #expect(failures.messages == ["misused in an effect"])
  }

  @Test(
    "A test can expect issues and failures of a test store, but not what it merely skips",
    .tags(.r119))
  func expected() async {
    let store = makeStore()
    await withExpectedIssue { await store.send(.misuse) }
    await withExpectedIssue { await store.send(.misuseInEffect) }
    await withExpectedIssue { await store.send(.add(1)) { $0.count = 2 } }
    #expect(failures.all.isEmpty)
    await store.send(.misuse)
    #expect(failures.messages == ["misused"])

    store.exhaustivity = .off(showSkippedAssertions: true)
    await withExpectedIssue(isIntermittent: true) { await store.send(.add(1)) { _ in } }
    #expect(failures.kinds == [.issue, .skippedAssertions])
  }

  @Test("An issue of an effect that outlives its store is reported")
  func late() async {
    let gate = AsyncStream<Void>.makeStream()
    let reported = AsyncStream<Void>.makeStream()
    do {
      let store = TestStore<Int, Bool>(
        initialState: { 0 },
        reducer: {
          Reduce { _, _ in
            .run { _ in
              await Task {
                for await _ in gate.stream {}
                reportIssue("late")
                reported.continuation.finish()
              }.value
            }
          }
        },
        withDependencies: { _ in }, reporter: failures.reporter, timeoutClock: ImmediateClock(),
        location: SourceLocation())
      await store.send(true)
      await store.skipInFlightEffects()
    }
    gate.continuation.finish()
    for await _ in reported.stream {}
    #expect(failures.messages == ["late"])
  }

  @Test("A live-only dependency that is not overridden fails the test", .tags(.r105))
  func liveOnly() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.readDate)
    #expect(failures.kinds == [.issue])
    #expect(failures.messages.first?.contains("has no test value") == true)
  }

  @Test(
    "A test overrides dependencies for the store, temporarily, or from now on", .tags(.r102, .r115))
  func dependencies() async {
    func date(_ seconds: Double) -> DateGenerator {
      .constant(Date(timeIntervalSince1970: seconds))
    }
    let store = BackstackTestingTests.makeStore(
      ProbeFeature.State(), ProbeFeature(), failures: failures
    ) {
      $0.date = date(1)
    }
    await store.send(.readDate) { $0.log = ["1.0"] }
    await store.withDependencies {
      $0.date = date(2)
    } operation: {
      await store.send(.readDate) { $0.log = ["1.0", "2.0"] }
    }
    await store.send(.readDate) { $0.log = ["1.0", "2.0", "1.0"] }
    store.dependencies.date = date(3)
    await store.send(.readDate) {
      // The closure sees the feature's dependencies.
      @Dependency(\.date) var date
      $0.log.append("\(date.now.timeIntervalSince1970)")
      #expect($0.log.last == "3.0")
    }
    #expect(failures.all.isEmpty)
  }

  @Test("A test store inherits the overrides around its creation", .tags(.r102))
  func inherited() async {
    let store = withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 5))
    } operation: {
      makeStore()
    }
    await store.send(.readDate) { $0.log = ["5.0"] }
    #expect(failures.all.isEmpty)
  }

  @Test("After the root dismisses itself, sending an action fails", .tags(.r81))
  func dismissal() async {
    let store = makeStore()
    #expect(!store.isDismissed)
    await store.send(.dismiss)
    #expect(store.isDismissed)
    #expect(failures.all.isEmpty)
    await store.send(.add(1)) { $0.count = 1 }
    #expect(failures.kinds == [.sendAfterDismissal])
    #expect(store.state.count == 0)
  }

  @Test("After the root dismisses itself, effects in flight are forgotten", .tags(.r81))
  func dismissalForgets() async {
    do {
      let store = BackstackTestingTests.makeStore(
        ProbeFeature.State(), ProbeFeature(), failures: failures
      ) {
        $0.continuousClock = TestClock()
      }
      await store.send(.wait)
      await store.send(.dismiss)
    }
    #expect(failures.all.isEmpty)
  }

  @Test(
    "Issues of operators are at the operator's line, those of a closure at the test's line",
    .tags(.r10, .r11, .r12, .r13, .r14, .r15, .r29))
  func integration() async {
    let store = BackstackTestingTests.makeStore(
      CountersFeature.State(), CountersFeature(), failures: failures)
    store.exhaustivity = .off
    await store.send(.path(.popFrom(id: 7)))
    await store.send(\.path[id: 7].counter.incrementButtonTapped)
    await store.send(.path(.push(id: 7, state: .other(OtherFeature.State()))))
    await store.send(.path(.push(id: 7, state: .other(OtherFeature.State()))))
    #expect(failures.kinds == [.issue, .issue, .issue, .issue])
    let files = failures.all.map { $0.location.fileID.description }
    #expect(files.allSatisfy { $0.hasSuffix("CounterFeature.swift") })

    let line = #line + 1
    await store.send(\.path[id: 7].other.changed, "x") {
      $0.path[id: 7, case: \.counter]?.count = 1
    }
    #expect(failures.all.count == 5)
    #expect(failures.lines.last == UInt(line))
    await store.send(\.path[id: 7].other.changed, "x") {
      $0.path[id: 7, case: \.counter] = CounterFeature.State()
    }
    #expect(failures.all.count == 6)
  }

  @Test("An action for a screen that is not presented is an issue of the operator", .tags(.r50))
  func notPresented() async {
    let store = BackstackTestingTests.makeStore(
      ListFeature.State(), ListFeature(), failures: failures)
    await store.send(\.destination.edit.timerButtonTapped)
    await store.send(\.destination.dismiss)
    #expect(failures.kinds == [.issue, .issue])
    #expect(failures.messages.allSatisfy { $0.contains("while nothing was presented") })
  }

  @Test("An action that an effect sends after its end is received, with an issue", .tags(.r88))
  func lateSend() async {
    let late = Mutex<Send<Int>?>(nil)
    let store = TestStore<Int, Int>(
      initialState: { 0 },
      reducer: {
        Reduce { state, action in
          state += action
          return action == 1 ? .run { send in late.withLock { $0 = send } } : .none
        }
      },
      withDependencies: { _ in }, reporter: failures.reporter, timeoutClock: ImmediateClock(),
      location: SourceLocation())
    await store.send(1) { $0 = 1 }
    await late.withLock { $0 }?(5)
    await store.receive(5) { $0 = 6 }
    #expect(failures.kinds == [.issue])
  }
}

/// A feature that presents another one, but lacks the `ifLet` operator.
@Reducer
private struct Windowless {
  struct State: Equatable { @Presents var probe: ProbeFeature.State? }
  enum Action { case probe(PresentationAction<ProbeFeature.Action>) }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
