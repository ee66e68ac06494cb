public import Backstack
import BackstackPlatform

/// A store for tests: it sends actions as a user would, and fails the test if anything happens that
/// the test does not assert.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.response) { $0.fact = "…" }
/// ```
///
/// It works in tests of Swift Testing and of XCTest, on any actor, in parallel with other tests.
/// Its effects run on its own executor: when a method returns, they have run as far as they can
/// without waiting. Dependencies have their test values.
///
/// When a test store is deallocated, it fails the test for actions that were not received and
/// effects that still run. XCTest keeps the properties of a test case alive, so call
/// ``finish(timeout:fileID:filePath:line:column:)`` there.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  typealias Step = RecordedStore<State, Action>.Step

  private struct Settings {
    var exhaustivity = Exhaustivity.on
    var timeout = Duration.seconds(1)
    var stackElementIDs = StackElementIDComparison.compared
    var state: State
    var shared: SharedView?
  }

  private let settings: Guarded<Settings>
  let store: RecordedStore<State, Action>
  let issues: IssueBuffer
  let reporter: TestReporter
  let timeoutClock: any Clock<Duration>
  private let dismissal: Dismissal
  private let location: SourceLocation

  /// Creates a test store of a feature.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, evaluated with the store's dependencies.
  ///   - reducer: The feature's reducer.
  ///   - prepareDependencies: Overrides dependencies for the lifetime of the store.
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

  /// Creates a test store with a custom destination for its failures and a custom clock for its
  /// timeouts.
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
    settings = Guarded(Settings(state: store.state, shared: store.shared))
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

  /// The part of what happens that the test has to assert.
  public var exhaustivity: Exhaustivity {
    get { settings.withLock { $0.exhaustivity } }
    set { settings.withLock { $0.exhaustivity = newValue } }
  }

  /// The time to wait for actions and for the ends of effects. The default is one second.
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

  /// The shared values as far as the test knows them; `nil` if the store had none.
  var shared: SharedView? {
    get { settings.withLock { $0.shared } }
    set { settings.withLock { $0.shared = newValue } }
  }

  /// The shared values as far as the test knows them, and else as they were at first.
  var knownShared: SharedView? { filled(shared) }

  /// Adds the shared values as they were at first to a view that lacks them, as it is older than the
  /// store's first use of them.
  func filled(_ view: SharedView?) -> SharedView? {
    guard let first = store.firstShared else { return nil }
    let filled = view?.copy ?? SharedView()
    filled.fill(from: first)
    return filled
  }

  /// Accepts the changes of shared values that the test has made itself.
  func acceptOwnChanges() { shared?.update(store.takeSharedChanges()) }

  /// Whether the feature at the root has dismissed itself. If so, no more actions can be sent.
  public var isDismissed: Bool { dismissal.isDismissed }

  /// The time at which the actions of effects are processed. Setting it to `eager` processes the
  /// held actions.
  public var receivedActions: ReceivedActionProcessing {
    get { store.holdsReceivedActions ? .lazy : .eager }
    set {
      store.holdsReceivedActions = newValue == .lazy
      while newValue == .eager, store.processHeldAction() {}
    }
  }

  /// The dependencies of the feature. A change applies from the next action on.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// Always `true`: effects run on the store's own executor, so they are serialized anyway.
  @available(
    *, deprecated,
    message: "The effects of a test store always run one at a time. Delete this line."
  )
  public var useMainSerialExecutor: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Fails the test, after it has reported the issues that came before.
  func fail(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    issues.flush(during: location)
    reporter(TestFailure(kind: kind, message: message, location: location))
  }

  /// Shows what a non-exhaustive test left out, if the test asks for it.
  func showSkipped(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    guard exhaustivity == .off(showSkippedAssertions: true) else { return }
    reporter(
      TestFailure(kind: kind, message: message, location: location, isExpected: true))
  }

  /// Fails an exhaustive test. In a non-exhaustive test, shows what was left out if the test asks
  /// for it.
  func failIfExhaustive(_ kind: TestFailure.Kind, at location: SourceLocation, _ message: String) {
    if exhaustivity == .on {
      fail(kind, at: location, message)
    } else {
      showSkipped(kind, at: location, message)
    }
  }
}

/// The test store of a feature, given the type of its reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

// Hints for initializers of older versions of TCA.

extension TestStore {
  @available(
    *, unavailable,
    message: "The reducer is made in a closure: write 'TestStore(initialState: …) { Feature() }'."
  )
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R
  ) { fatalError() }
}
