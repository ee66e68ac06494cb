import BackstackDependencies
import BackstackTestSupport
import Foundation
import Synchronization
import Testing

private struct Client: DependencyKey {
  var load: @Sendable () -> Int
  var save: @Sendable () -> Int

  static var liveValue: Client { Client(load: { 1 }, save: { 2 }) }
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

struct PartialOverrideTests {
  @Test("Overriding part of a dependency does not count as using its default", .tags(.r105))
  func overridingAPartOfADependency() {
    let issues = Mutex<[String]>([])
    let values: DependencyValues = {
      var values = DependencyValues(context: .test)
      values.issueReporter = IssueReporter { issue in issues.withLock { $0.append(issue.message) } }
      return values
    }()
    withDependencies {
      $0 = values
    } operation: {
      withDependencies {
        $0.client.load = { 7 }
        $0.date.now = Date(timeIntervalSince1970: 0)
      } operation: {
        @Dependency(\.client) var client
        @Dependency(\.date.now) var now
        #expect(client.load() == 7)
        #expect(client.save() == 2)
        #expect(now == Date(timeIntervalSince1970: 0))
      }
      #expect(issues.withLock { $0 }.isEmpty)
      @Dependency(\.client) var client
      #expect(client.load() == 1)
      #expect(issues.withLock { $0.count } == 1)
    }
  }
}
