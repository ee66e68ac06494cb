import Backstack
import BackstackTesting
import Synchronization

/// Things that come from anywhere, in order.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

typealias CollectedIssues = Collected<Issue>
typealias CollectedFailures = Collected<TestFailure>

extension Collected where Element == Issue {
  var messages: [String] { all.map(\.message) }

  /// What a store's dependencies report to.
  var reporter: IssueReporter { IssueReporter { self.add($0) } }
}

extension Collected where Element == TestFailure {
  var kinds: [TestFailure.Kind] { all.map(\.kind) }
  var messages: [String] { all.map(\.message) }

  /// What a test store reports to.
  var reporter: TestReporter { TestReporter { self.add($0) } }
}
