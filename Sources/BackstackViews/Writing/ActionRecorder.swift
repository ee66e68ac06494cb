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

  init<Action: Sendable>(_: Action.Type) {
    encodeAction = { action in
      guard let action = action as? any Encodable else {
        reportIssue("\(Action.self) is not Encodable: no control of its views can send anything.")
        return nil
      }
      return Self.json(of: action)
    }
  }

  private static func json(of value: some Encodable) -> [UInt8]? {
    do {
      return try JSONStreamEncoder.encode(value)
    } catch {
      reportIssue("A value of \(type(of: value)) has no JSON form: \(error)")
      return nil
    }
  }

  func encode(_ value: some Encodable) -> [UInt8]? { Self.json(of: value) }

  /// Takes an action that a store got.
  func record(_ action: some Sendable) {
    let json = encodeAction(action)
    let isLate = recording.withLock { recording in
      if recording.actions == nil { return true }
      if let json { recording.actions?.append(json) }
      return false
    }
    if isLate {
      reportIssue(
        "A view sent \(caseName(of: action)) while it was evaluated. Views send in the closures of "
          + "controls, in '.onAppear' and in '.task'; a closure may not send later, from a task.")
    }
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
  private let job = Guarded<UnownedJob?>(nil)
  private let isOver = Guarded(false)

  func enqueue(_ job: UnownedJob) {
    if isOver.withLock({ $0 }) {
      // A cancelled task that goes on: elsewhere, as nobody waits for it.
      globalConcurrentExecutor.enqueue(job)
    } else {
      self.job.withLock { $0 = job }
    }
  }

  func runStep() {
    let first = job.withLock { job in
      defer { job = nil }
      return job
    }
    first?.runSynchronously(on: asUnownedTaskExecutor())
    isOver.withLock { $0 = true }
    if let next = job.withLock({ $0 }) { globalConcurrentExecutor.enqueue(next) }
  }
}
