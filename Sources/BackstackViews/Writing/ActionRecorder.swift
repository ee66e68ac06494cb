import BackstackCoding
import BackstackDependencies
import BackstackPlatform
import Synchronization

/// Records what the closures of controls send, while views are evaluated.
final class ActionRecorder: Sendable {
  private struct Recording {
    /// The actions of the closure that runs; `nil` while none does.
    var actions: [[UInt8]]?
  }

  private let recording = Guarded(Recording())
  /// Whether the state of the root was read; the writer sets it back.
  let hasReadRoot = Atomic(false)
  private let encodeAction: @Sendable (any Sendable) -> [UInt8]?
  private let issues: ViewIssues
  /// The location of the feature.
  private let location: SourceLocation
  private let reporter: IssueReporter

  init<Action: Sendable>(_: Action.Type, at location: SourceLocation, _ issues: ViewIssues) {
    self.location = location
    self.issues = issues
    reporter = DependencyValues.current.issueReporter
    encodeAction = { action in
      guard let action = action as? any Encodable else {
        reportViewIssue(
          "\(Action.self) is not Encodable: no control of its views can send anything.")
        return nil
      }
      return Self.json(of: action)
    }
  }

  private static func json(of value: some Encodable) -> [UInt8]? {
    do {
      return try JSONStreamEncoder.encode(value)
    } catch {
      reportViewIssue("A value of \(type(of: value)) has no JSON form: \(error)")
      return nil
    }
  }

  func encode(_ value: some Encodable) -> [UInt8]? { Self.json(of: value) }

  /// Takes an action that a store got.
  func record(_ action: some Sendable) {
    // A task may send on another thread while a control's closure runs on this one.
    let isHere = ScreenWriter.current?.recorder === self
    let json = isHere ? encodeAction(action) : nil
    let isLate = recording.withLock { recording in
      if !isHere || recording.actions == nil { return true }
      if let json { recording.actions?.append(json) }
      return false
    }
    if isLate {
      report(
        """
        A view sent \(caseName(of: action)) \(isHere ? "while it was evaluated" : "later, from a task"). \
        Views send in the closures of controls, in '.onAppear' and in '.task'; a closure may not send \
        later, from a task.
        """, of: isHere ? ScreenWriter.current?.viewName : nil)
    }
  }

  /// Reports a mistake of a view, once.
  func report(_ message: String, of view: String?) {
    issues.report(view.map { "\($0): \(message)" } ?? message, at: location, to: reporter)
  }

  /// Returns what a closure sends; `nil` if it sends nothing.
  func actions(of closure: () -> Void) -> SentActions? {
    let outer = recording.withLock { recording in
      defer { recording.actions = [] }
      return recording.actions
    }
    closure()
    return recording.withLock { recording in
      defer { recording.actions = outer }
      return SentActions(recording.actions ?? [])
    }
  }

  /// Returns what an asynchronous closure sends before it waits for something.
  func actions(of closure: @escaping () async -> Void) -> SentActions? {
    actions {
      let executor = StepExecutor()
      // Sound: the closure runs on this thread, or not at all.
      nonisolated(unsafe) let closure = closure
      let task = Task(executorPreference: executor) { await closure() }
      executor.runStep()
      task.cancel()
    }
  }
}

/// Runs the first step of a task, on the thread that asks for it.
private final class StepExecutor: TaskExecutor {
  private enum State {
    case idle
    case waiting(UnownedJob)
    /// The step has run: further ones, of a cancelled task that nobody waits for, run elsewhere.
    case over
  }

  private let state = Guarded(State.idle)

  func enqueue(_ job: UnownedJob) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .waiting(job)
      return false
    }
    if isOver { globalConcurrentExecutor.enqueue(job) }
  }

  func runStep() {
    take(leaving: .idle)?.runSynchronously(on: asUnownedTaskExecutor())
    if let next = take(leaving: .over) { globalConcurrentExecutor.enqueue(next) }
  }

  private func take(leaving next: State) -> UnownedJob? {
    state.withLock { state in
      defer { state = next }
      if case .waiting(let job) = state { return job }
      return nil
    }
  }
}
