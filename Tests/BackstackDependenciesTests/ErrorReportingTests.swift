import BackstackDependencies
import BackstackTestSupport
import Testing

@Suite("Error reporting")
struct ErrorReportingTests {
  private func fail() throws -> Int { throw Unimplemented("load") }
  private func failLater() async throws -> Int { throw Unimplemented("load") }

  @Test("withErrorReporting reports an error where it is caught, and returns nil")
  func error() async {
    let line = UInt(#line + 2)
    let reported = await issues {
      let result = withErrorReporting { try fail() }
      #expect(result == nil)
      let later = await withErrorReporting("Loading") { try await failLater() }
      #expect(later == nil)
      reportIssue(Unimplemented("load"))
    }
    #expect(
      reported.map(\.message) == [
        "Caught error: Unimplemented: 'load'", "Loading: Caught error: Unimplemented: 'load'",
        "Caught error: Unimplemented: 'load'",
      ])
    #expect(reported.first?.location.line == line)
  }

  @Test("withErrorReporting returns the result and reports nothing if there is no error")
  func success() async {
    let reported = await issues {
      #expect(withErrorReporting { 1 } == 1)
      #expect(await withErrorReporting { await Task.yield() } != nil)
    }
    #expect(reported.isEmpty)
  }

  @Test("Expected issues are not reported; the absence of an expected issue is", .tags(.r119))
  func expected() async {
    let reported = await issues {
      withExpectedIssue { reportIssue("expected") }
      withExpectedIssue { throw Unimplemented("expected") }
      await withExpectedIssue {
        await Task.yield()
        reportIssue("expected")
      }
      withExpectedIssue(isIntermittent: true) {}
      withExpectedIssue("a warning") {}
      await withExpectedIssue { await Task.yield() }
    }
    #expect(
      reported.map(\.message) == [
        "An issue was expected (a warning), and none was reported.",
        "An issue was expected, and none was reported.",
      ])
  }
}
