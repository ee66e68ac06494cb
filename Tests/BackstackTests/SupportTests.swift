import Backstack
import Testing

@Suite("Conveniences")
struct SupportTests {
  @Test("modify changes the payload of a case and reports another case")
  func modify() {
    var issues: [String] = []
    let log = IssueLog()
    withDependencies {
      $0.issueReporter = log.reporter
    } operation: {
      var state = Sheet.Destination.State.counter(.init())
      state.modify(\.counter) { $0.count = 3 }
      #expect(state.counter?.count == 3)
      #expect(log.messages.isEmpty)
      state.modify(\.sheet) { _ in issues.append("called") }
      #expect(state.counter?.count == 3)
    }
    #expect(issues.isEmpty)
    #expect(log.messages.count == 1)
  }

  @Test("A Result catches the error that asynchronous work throws")
  func catching() async {
    struct Failure: Error {}
    let fine = await Result { await Task.yield() }
    #expect(throws: Never.self) { try fine.get() }
    let failed = await Result { () async throws -> Int in throw Failure() }
    #expect(throws: Failure.self) { try failed.get() }
  }
}
