import BackstackDependencies
import BackstackLocking

/// The issues of a store's reducers and effects, which are raised in tasks that know no test, until
/// the test takes them over.
final class IssueBuffer: Sendable {
  private struct State {
    var issues: [Issue] = []
    var isClosed = false
  }

  private let state = Guarded(State())
  private let reporter: TestReporter

  init(reporter: TestReporter) { self.reporter = reporter }

  /// What the store's dependencies report to.
  var issueReporter: IssueReporter { IssueReporter { self.add($0) } }

  private func add(_ issue: Issue) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.issues.append(issue) }
      return state.isClosed
    }
    if isClosed { report(issue, during: issue.location) }
  }

  /// Reports what was raised since the last call.
  ///
  /// - Parameter location: What the test is doing, which stands for places in the library itself.
  func flush(during location: SourceLocation?) {
    let issues = state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
    for issue in issues { report(issue, during: location) }
  }

  /// Reports what is there; what comes later is reported at once, so that nothing is lost.
  func close(_ location: SourceLocation?) {
    state.withLock { $0.isClosed = true }
    flush(during: location)
  }

  func report(_ issue: Issue, during location: SourceLocation?) {
    let module = issue.location.fileID.description.prefix { $0 != "/" }
    let isOfLibrary = module == "Backstack" || module == "BackstackDependencies"
    reporter(
      TestFailure(
        kind: .issue, message: issue.message,
        location: isOfLibrary ? location ?? issue.location : issue.location))
  }
}
