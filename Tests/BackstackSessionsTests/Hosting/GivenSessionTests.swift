import Backstack
import BackstackSessions
import Testing

@Suite("The session dependency in tests")
struct GivenSessionTests {
  @Test("A feature sees the session that a test sets, until the test sets none")
  func given() {
    let info = SessionInfo(id: "0123456789", feature: "f", isResumed: true)
    withDependencies {
      $0.session = info
    } operation: {
      @Dependency(\.session) var session
      #expect(session == info)
      withDependencies {
        $0.session = nil
      } operation: {
        @Dependency(\.session) var session
        #expect(session == nil)
      }
    }
    #expect(info.description == "01234567… of f")
  }
}
