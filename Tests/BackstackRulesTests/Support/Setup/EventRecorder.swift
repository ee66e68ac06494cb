import Backstack
import Synchronization

/// What happened, a line for each thing, in order.
final class EventRecorder: Sendable {
  private let written = Mutex<[String]>([])

  var lines: [String] { written.withLock { $0 } }
  var isEmpty: Bool { lines.isEmpty }

  func callAsFunction(_ line: String) { written.withLock { $0.append(line) } }

  /// Writes down the messages of issues.
  var issueReporter: IssueReporter { IssueReporter { self($0.message) } }
}

private enum JournalKey: TestDependencyKey {
  static var testValue: EventRecorder { EventRecorder() }
}

extension DependencyValues {
  /// Where features write down what reaches them.
  var recorder: EventRecorder {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }
}
