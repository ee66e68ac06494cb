import BackstackDependencies
import BackstackPlatform

/// The mistakes of a session's views, of which each is reported once.
final class ViewIssues: Sendable {
  private let reported = Guarded<Set<String>>([])

  /// The most mistakes that are reported.
  private static var limit: Int { 100 }

  func report(_ message: String, at location: SourceLocation, to reporter: IssueReporter) {
    let isNew = reported.withLock {
      $0.count < Self.limit && $0.insert(message).inserted
    }
    if isNew { reporter(Issue(message: message, location: location)) }
  }
}

/// Reports a mistake of the view that is evaluated, with its name, at the location of its feature.
func reportViewIssue(_ message: String) {
  guard let writer = ScreenWriter.current else { return reportIssue(message) }
  writer.recorder.report(message, of: writer.viewName)
}
