import Backstack
import BackstackService
import BackstackTesting
import Synchronization
import Testing

@testable import BackstackDemo

@Suite("Names of presentation styles", .dependencies)
struct UnknownStyleTests {
  /// Returns the issues of a feature with styles for names.
  private func issues(_ names: [String]) -> [String] {
    let issues = Mutex<[String]>([])
    withKnownIssue(isIntermittent: true) {
      _ = Feature(
        "standups", initialState: Standups.State(),
        presentationStyles: Dictionary(uniqueKeysWithValues: names.map { ($0, .sheet) })
      ) { Standups() }
    } matching: { issue in
      issues.withLock { $0.append(issue.comments.first?.rawValue ?? "") }
      return true
    }
    return issues.withLock { $0 }
  }

  @Test("Cases, properties and pointers to them are names")
  func known() {
    #expect(
      issues(["detail", "addStandup", "destination", "/path/*/state/detail", "alert"]) == [])
  }

  @Test("A misspelled name is reported, with those that there are")
  func unknown() {
    let found = issues(["detial", "detail", "/path/*/state/record/alerts"])
    #expect(found.count == 2)
    #expect(found.first?.contains(#"style for "/path/*/state/record/alerts","#) == true)
    #expect(
      found.last?.contains(
        #""standups" has a presentation style for "detial", but its states have no case"#) == true)
    #expect(found.last?.contains("are: addStandup, alert, detail, edit, meeting, record.") == true)
  }
}
