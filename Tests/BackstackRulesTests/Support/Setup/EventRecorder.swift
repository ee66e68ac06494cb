import Backstack
import Synchronization

/// The events of a test, a line for each, in order.
final class EventRecorder: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }
  var isEmpty: Bool { lines.isEmpty }

  func callAsFunction(_ line: String) { written.withLock { $0.append(line) } }

  /// A reporter that records the messages of issues.
  var issueReporter: IssueReporter { IssueReporter { self($0.message) } }
}

private enum JournalKey: TestDependencyKey {
  static var testValue: EventRecorder { EventRecorder() }
}

extension DependencyValues {
  /// The recorder to which features write the actions that reach them.
  var recorder: EventRecorder {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }
}
