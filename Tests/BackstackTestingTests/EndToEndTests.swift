import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Test stores in tests of Swift Testing")
struct EndToEndTests {
  /// A property of the suite, as in many tests.
  let store = TestStore(initialState: ProbeFeature.State()) { ProbeFeature() }

  @Test(
    "A test store's failure is recorded in the test, at the line of the send", .tags(.r108, .r119))
  func failure() async {
    let line = #line + 2
    await withKnownIssue {
      await store.send(.add(1))
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { $0.rawValue.contains("+   count: 1") }
    }
  }

  @Test("An issue from an effect's task without a current test is recorded in the test")
  func effectIssue() async {
    await withKnownIssue {
      await store.send(.misuseInEffect)
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["misused in an effect"]
    }
  }

  @Test(
    "An effect left over at the end is recorded in the test, at the line of the send", .tags(.r108))
  func leftOver() async {
    let line = #line + 7
    await withKnownIssue {
      let store = TestStore(initialState: ProbeFeature.State()) {
        ProbeFeature()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.wait)
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test("Skipped assertions are shown and don't fail the test", .tags(.r110))
  func skipped() async {
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.add(1))
  }

  @Test(
    "A test store works on the main actor, also with effects that use the main actor", .tags(.r117))
  @MainActor
  func mainActor() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { send in
          let answer = await mainActorAnswer()
          await send(answer)
        }
      }
    }
    // Long enough for a busy machine.
    store.timeout = .seconds(600)
    let expected = 1
    await store.send(1) { $0 = expected }
    await store.receive(10) { $0 = 11 }
    await store.finish()
  }
}

@MainActor private func mainActorAnswer() -> Int { 10 }
