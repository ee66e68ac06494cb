import Backstack
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Failures of a test store: state")
struct StateFailureTests {
  let failures = Failures()

  private func makeStore() -> TestStoreOf<ProbeFeature> {
    BackstackTestingTests.makeStore(ProbeFeature.State(), ProbeFeature(), failures: failures)
  }

  @Test(
    "A wrong expectation of the state fails at its line, with the difference", .tags(.r108, .r109))
  func mismatch() async {
    let store = makeStore()
    let line = #line + 1
    await store.send(.add(2)) { $0.count = 3 }
    #expect(failures.kinds == [.stateMismatch])
    #expect(failures.lines == [UInt(line)])
    #expect(failures.all.first?.location.fileID.description.hasSuffix("Tests.swift") == true)
    #expect(
      failures.messages == [
        """
        The state after .add(…) is not as expected:

          ProbeFeature.State(
        -   count: 3,
        +   count: 2,
            log: []
          )

        (-: expected, +: actual)
        """
      ])
    // The test continues with the actual state (R111).
    #expect(store.state.count == 2)
    await store.send(.add(1)) { $0.count = 3 }
    #expect(failures.all.count == 1)
  }

  @Test("A state change that a test does not assert fails the test", .tags(.r108))
  func unasserted() async {
    await makeStore().send(.add(2))
    #expect(failures.kinds == [.unassertedStateChange])
  }

  @Test("An assertion closure that changes nothing fails the test", .tags(.r108))
  func noChange() async {
    let store = makeStore()
    await store.send(.nothing) { $0.count = 0 }
    #expect(failures.kinds == [.noStateChange])
    await store.send(.nothing)
    #expect(failures.all.count == 1)
  }

  @Test("An assertion closure that throws fails the test", .tags(.r108))
  func threw() async {
    struct Failure: Error {}
    await makeStore().send(.add(1)) { _ in throw Failure() }
    #expect(failures.kinds == [.assertionThrew])
  }

  @Test("assert compares the current state", .tags(.r115))
  func assert() async {
    let store = makeStore()
    await store.send(.add(1)) { $0.count = 1 }
    store.assert { $0.count = 1 }
    #expect(failures.all.isEmpty)
    store.assert { $0.count = 2 }
    #expect(failures.kinds == [.stateMismatch])
  }

  @Test("A non-exhaustive test fails only for a change that it asserts wrongly", .tags(.r109))
  func nonExhaustive() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.response(2)) { $0.count = 2 }
    await store.send(.response(2))
    await store.send(.nothing) { $0.count = 4 }
    #expect(failures.all.isEmpty)
    await store.send(.response(1)) { $0.count = 6 }
    #expect(failures.kinds == [.stateMismatch])
    #expect(store.state.count == 5)
  }

  @Test(
    "Skipped assertions are shown as expected failures, for which closures run twice", .tags(.r110))
  func showing() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    var runs = 0
    await store.send(.response(2)) {
      runs += 1
      $0.count = 2
    }
    #expect(runs == 2)
    #expect(failures.kinds == [.skippedAssertions])
    #expect(failures.areAllExpected)
    await store.send(.add(2)) { $0.count = 4 }
    #expect(failures.all.count == 1)
  }

  @Test("withExhaustivity applies only to its operation", .tags(.r115))
  func withExhaustivity() async {
    let store = makeStore()
    await store.withExhaustivity(.off) {
      await store.send(.add(1))
    }
    #expect(failures.all.isEmpty)
    #expect(store.exhaustivity == .on)
    let inner = store.withExhaustivity(.off) { store.exhaustivity }
    #expect(inner == .off)
  }
}
