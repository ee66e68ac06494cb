import Backstack

/// The effects of an action that a test sent, and those of the actions that they sent.
public struct TestStoreTask: Sendable {
  private let task: StoreTask
  private let timeout: Duration
  private let settle: @Sendable () async -> Void
  private let wait: @Sendable (_ timeout: Duration) async -> Bool
  private let fail: @Sendable (_ timeout: Duration, SourceLocation) -> Void

  init(
    task: StoreTask, timeout: Duration,
    settle: @escaping @Sendable () async -> Void,
    wait: @escaping @Sendable (_ timeout: Duration) async -> Bool,
    fail: @escaping @Sendable (_ timeout: Duration, SourceLocation) -> Void
  ) {
    self.task = task
    self.timeout = timeout
    self.settle = settle
    self.wait = wait
    self.fail = fail
  }

  /// Cancels the effects and waits until they have noticed.
  public func cancel() async {
    task.cancel()
    await settle()
  }

  /// Waits until the effects have ended. Fails the test if they don't end in time.
  ///
  /// - Parameter timeout: The maximum time to wait; the test store's `timeout` if omitted.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeout = timeout ?? self.timeout
    await settle()
    if await !wait(timeout) {
      fail(
        timeout, SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Whether the effects were cancelled; `true` if there were none.
  public var isCancelled: Bool { task.isCancelled }
}

extension TestStore {
  func makeTask(_ task: StoreTask, for action: Action) -> TestStoreTask {
    TestStoreTask(
      task: task, timeout: timeout,
      settle: { [store] in await store.settle() },
      wait: { [store, timeoutClock] timeout in
        await store.wait(for: task, timeout: timeout, clock: timeoutClock)
      },
      fail: { [reporter] timeout, location in
        reporter(
          TestFailure(
            kind: .taskTimeout,
            message: """
              Not all effects of \(actionOutline(of: action)) have ended within \(timeout). If an \
              effect sleeps, advance its test clock; if it never ends, cancel it.
              """,
            location: location))
      })
  }
}
