import Backstack
import BackstackCasePaths
import BackstackCoding
import BackstackDependencies
import BackstackPlatform

/// Records what the closures of controls send, while views are evaluated.
final class ActionRecorder: ActionTaker {
  private struct Recording {
    /// The actions of the closure that runs; `nil` while none does.
    var actions: [SentAction]?
  }

  private let recording = Guarded(Recording())
  private let issues: ViewIssues
  /// The location of the feature.
  private let location: SourceLocation
  private let reporter: IssueReporter

  init(at location: SourceLocation, _ issues: ViewIssues) {
    self.location = location
    self.issues = issues
    reporter = DependencyValues.current.issueReporter
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

  func take<Action: Sendable>(_ action: Action, at place: ActionPlace) {
    // A task may send on another thread while a control's closure runs on this one.
    let isHere = ScreenWriter.current?.recorder === self
    let json = isHere ? encode(action: action) : nil
    let isLate = recording.withLock { recording in
      if !isHere || recording.actions == nil { return true }
      if let json { recording.actions?.append(SentAction(inner: json, place: place)) }
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

  private func encode<Action: Sendable>(action: Action) -> [UInt8]? {
    // Of all actions, most are cases without payloads.
    let key = tagWithoutPayload(of: action).map { CaseKey(type: Action.self, tag: $0) }
    if let key, let known = Self.knownCases.withLock({ $0[key] }) { return known }
    guard let encodable = action as? any Encodable else {
      reportViewIssue("\(Action.self) is not Encodable: no control of its views can send anything.")
      return nil
    }
    let json = Self.json(of: encodable)
    if let key { Self.knownCases.withLock { $0[key] = json } }
    return json
  }

  /// A case of a type.
  private struct CaseKey: Hashable {
    let type: ObjectIdentifier
    let tag: Int

    init(type: Any.Type, tag: Int) {
      self.type = ObjectIdentifier(type)
      self.tag = tag
    }
  }

  /// The actions without payloads that were encoded before.
  private static let knownCases = Guarded<[CaseKey: [UInt8]]>([:])

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
