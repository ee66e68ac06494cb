import Backstack
import BackstackTesting
import Synchronization

/// The failures that a test store has reported.
final class Failures: Sendable {
  private let failures = Mutex<[TestFailure]>([])

  var all: [TestFailure] { failures.withLock { $0 } }
  var kinds: [TestFailure.Kind] { all.map(\.kind) }
  var messages: [String] { all.map(\.message) }
  var lines: [UInt] { all.map(\.location.line) }
  var areAllExpected: Bool { all.allSatisfy(\.isExpected) }

  var reporter: TestReporter {
    TestReporter { failure in self.failures.withLock { $0.append(failure) } }
  }
}
