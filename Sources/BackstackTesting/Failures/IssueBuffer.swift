import BackstackDependencies
import BackstackPlatform

/// The issues of a store's reducers and effects, buffered until the test reports them: they are
/// raised in tasks that don't know the running test.
final class IssueBuffer: Sendable {
  /// The buffer of the test that this task runs, if the test has the trait `.dependencies`.
  @TaskLocal static var ofTest: IssueBuffer?

  private struct State {
    var issues: [Issue] = []
    var isClosed = false
  }

  private let state = Guarded(State())
  private let reporter: TestReporter

  init(reporter: TestReporter) { self.reporter = reporter }

  /// The reporter that the store's dependencies use.
  var issueReporter: IssueReporter { IssueReporter { self.add($0) } }

  private func add(_ issue: Issue) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.issues.append(issue) }
      return state.isClosed
    }
    if isClosed { report(issue, during: issue.location) }
  }

  /// Reports the issues that were raised since the last call.
  ///
  /// - Parameter location: The location of the test's current call, which replaces locations in the
  ///   library itself.
  func flush(during location: SourceLocation?) {
    let issues = state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
    for issue in issues { report(issue, during: location) }
  }

  /// Reports the buffered issues. Later issues are reported at once, so that none is lost.
  func close(_ location: SourceLocation?) {
    state.withLock { $0.isClosed = true }
    flush(during: location)
  }

  func report(_ issue: Issue, during location: SourceLocation?) {
    let module = issue.location.fileID.description.prefix { $0 != "/" }
    let isOfLibrary = ["Backstack", "BackstackCasePaths", "BackstackDependencies"].contains(module)
    reporter(
      TestFailure(
        kind: .issue, message: issue.message,
        location: isOfLibrary ? location ?? issue.location : issue.location))
  }
}
