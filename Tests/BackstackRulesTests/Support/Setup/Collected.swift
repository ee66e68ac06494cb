import Backstack
import BackstackTesting
import Synchronization

/// The elements that any thread has added, in order.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

typealias CollectedIssues = Collected<Issue>
typealias CollectedFailures = Collected<TestFailure>

extension Collected where Element == Issue {
  var messages: [String] { all.map(\.message) }

  /// A reporter that collects the issues of a store.
  var reporter: IssueReporter { IssueReporter { self.add($0) } }
}

extension Collected where Element == TestFailure {
  var kinds: [TestFailure.Kind] { all.map(\.kind) }
  var messages: [String] { all.map(\.message) }

  /// A reporter that collects the failures of a test store.
  var reporter: TestReporter { TestReporter { self.add($0) } }
}
