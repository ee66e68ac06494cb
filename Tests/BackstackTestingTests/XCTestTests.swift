import Backstack
import BackstackTesting
import XCTest

/// Tests of test stores in XCTest.
final class XCTestTests: XCTestCase {
  private var expectsFailure = false
  private var failures: [(message: String, line: Int)] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    if expectsFailure {
      failures.append((description, lineNumber))
    } else {
      super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
  }

  func testSendAndReceive() async {
    let store = TestStore(initialState: ProbeFeature.State()) { ProbeFeature() }
    await store.send(.ask([1]))
    await store.receive(\.response, 1) {
      $0.count = 1
      $0.log = ["response 1"]
    }
    XCTAssertEqual(store.state.count, 1)
    await store.finish()
  }

  /// With the reporter `.currentTest`, an issue of a plain store fails the current test case.
  func testPlainStore() async {
    expectsFailure = true
    let store = Store(initialState: ProbeFeature.State()) {
      ProbeFeature()
    } withDependencies: {
      $0.context = .test
      $0.issueReporter = .currentTest
    }
    await store.send(.misuseInEffect).finish()
    expectsFailure = false
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.last?.message.hasSuffix("misused in an effect"), true)
  }

  @MainActor
  func testOnMainActor() async {
    let store = TestStore(initialState: ProbeFeature.State()) { ProbeFeature() }
    await store.send(.add(1)) { $0.count = 1 }
  }

  /// R108, R119: a failure is recorded in the test case, at the line of the send.
  func testFailure() async {
    expectsFailure = true
    let store = TestStore(initialState: ProbeFeature.State()) { ProbeFeature() }
    let line = #line + 1
    await store.send(.add(1))
    await store.send(.misuseInEffect)
    expectsFailure = false
    XCTAssertEqual(failures.count, 2)
    XCTAssertEqual(failures.first?.line, line)
    XCTAssertEqual(failures.first?.message.contains("+   count: 1"), true)
    XCTAssertEqual(failures.last?.message.hasSuffix("misused in an effect"), true)
  }
}
