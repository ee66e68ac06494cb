import Backstack
import Synchronization

/// Collects the issues that a store reports.
final class IssueLog: Sendable {
  private let issues = Mutex<[Issue]>([])

  var messages: [String] { issues.withLock { $0.map(\.message) } }

  func append(_ message: String) { reporter(Issue(message: message, location: SourceLocation())) }

  var reporter: IssueReporter {
    IssueReporter { issue in self.issues.withLock { $0.append(issue) } }
  }
}
