import BackstackDependencies
import BackstackTestSupport
import BackstackTesting
import FoundationEssentials
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

  @Test(
    "Expected issues are not reported; the absence of an expected issue fails the test",
    .tags(.r119))
  func expected() async {
    let reported = await issues {
      withExpectedIssue { reportIssue("expected") }
      withExpectedIssue { throw Unimplemented("expected") }
      await withExpectedIssue {
        await Task.yield()
        reportIssue("expected")
      }
      withExpectedIssue(isIntermittent: true) {}
    }
    #expect(reported.isEmpty)
    withKnownIssue {
      withExpectedIssue("a warning") {}
    } matching: {
      $0.comments == ["An issue was expected (a warning), and none was reported."]
    }
    await withKnownIssue {
      await withExpectedIssue { await Task.yield() }
    } matching: {
      $0.comments == ["An issue was expected, and none was reported."]
    }
    withExpectedIssue { withExpectedIssue {} }
  }

  @Test("An issue that a default of a dependency hides is not one that a test expects")
  func hidden() {
    withKnownIssue {
      withExpectedIssue {
        withDependencies {
          $0.context = .test
          $0.date.now = .distantPast
        } operation: {
        }
      }
    } matching: {
      $0.comments == ["An issue was expected, and none was reported."]
    }
  }
}
