public import Backstack
import BackstackLocking

/// A store for tests: it sends actions as a user would, and fails the test when anything happens
/// that the test does not say.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.response) { $0.fact = "…" }
/// ```
///
/// It works in tests of Swift Testing and of XCTest, on any actor, in parallel with others. Its
/// effects run on an executor of its own: what they can do without waiting they have done when a
/// method returns. Dependencies have their test values.
///
/// When it is let go of, it fails the test for actions that were not received and effects that still
/// run. XCTest keeps the properties of a test case alive, so there call ``finish(timeout:fileID:filePath:line:column:)``.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  typealias Step = RecordedStore<State, Action>.Step

  private struct Settings {
    var exhaustivity = Exhaustivity.on
    var timeout = Duration.seconds(1)
    var stackElementIDs = StackElementIDComparison.compared
    var state: State
  }

  private let settings: Guarded<Settings>
  let store: RecordedStore<State, Action>
  let issues: IssueBuffer
  let reporter: TestReporter
  let timeoutClock: any Clock<Duration>
  private let dismissal: Dismissal
  private let location: SourceLocation

  /// A test store of a feature.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from; evaluated with the store's dependencies.
  ///   - reducer: The feature's reducer.
  ///   - prepareDependencies: Overrides dependencies for the store's life.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState, reducer: reducer, withDependencies: prepareDependencies,
      reporter: .currentTest, timeoutClock: ContinuousClock(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A test store whose failures go elsewhere and whose timeouts are measured by another clock.
  package init(
    initialState: () -> State,
    reducer: () -> any Reducer<State, Action>,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void,
    reporter: TestReporter,
    timeoutClock: any Clock<Duration>,
    location: SourceLocation
  ) {
    let issues = IssueBuffer(reporter: reporter)
    let dismissal = Dismissal()
    store = RecordedStore(initialState: initialState, reducer: reducer) { values in
      values.context = .test
      values.issueReporter = issues.issueReporter
      values.dismiss = DismissEffect { dismissal.dismiss() }
      prepareDependencies(&values)
    }
    dismissal.onDismiss { [weak store] in store?.forgetEffects() }
    settings = Guarded(Settings(state: store.state))
    self.issues = issues
    self.dismissal = dismissal
    self.reporter = reporter
    self.timeoutClock = timeoutClock
    self.location = location
    issues.flush(during: location)
  }

  deinit {
    reportLeftovers(at: location)
    issues.close(location)
  }

  /// How much the test has to assert.
  public var exhaustivity: Exhaustivity {
    get { settings.withLock { $0.exhaustivity } }
    set { settings.withLock { $0.exhaustivity = newValue } }
  }

  /// How long to wait for actions and for the ends of effects; a second unless changed.
  public var timeout: Duration {
    get { settings.withLock { $0.timeout } }
    set { settings.withLock { $0.timeout = newValue } }
  }

  /// Whether the ids of the elements on stacks are compared.
  public var stackElementIDs: StackElementIDComparison {
    get { settings.withLock { $0.stackElementIDs } }
    set { settings.withLock { $0.stackElementIDs = newValue } }
  }

  /// The state after the last action that was sent or received.
  public internal(set) var state: State {
    get { settings.withLock { $0.state } }
    set { settings.withLock { $0.state = newValue } }
  }

  /// Whether the feature at the root has dismissed itself; then nothing can be sent any more.
  public var isDismissed: Bool { dismissal.isDismissed }

  /// When the actions of effects are processed. Those that wait are when it becomes `eager`.
  public var receivedActions: ReceivedActionProcessing {
    get { store.holdsReceivedActions ? .lazy : .eager }
    set {
      store.holdsReceivedActions = newValue == .lazy
      while newValue == .eager, store.processHeldAction() {}
    }
  }

  /// The dependencies of the feature. A change counts from the next action on.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// Effects run on an executor of the store's own in any case: nothing has to be serialized.
  @available(
    *, deprecated,
    message: "The effects of a test store always run one at a time. Delete this line."
  )
  public var useMainSerialExecutor: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Fails the test, after the issues that came before.
  func fail(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    issues.flush(during: location)
    reporter(TestFailure(kind: kind, message: message, location: location))
  }

  /// Says what a test that is not exhaustive left out, if it wants to know.
  func showSkipped(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    reporter(
      TestFailure(kind: kind, message: message, location: location, isExpected: true))
  }

  /// Fails an exhaustive test; tells another one if it wants to know.
  func failIfExhaustive(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    if exhaustivity == .on {
      fail(kind, at: location, message)
    } else {
      showSkipped(kind, at: location, message)
    }
  }
}

/// The test store of a feature, by the name of its reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
