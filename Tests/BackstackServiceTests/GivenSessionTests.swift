import Backstack
import BackstackService
import Testing

@Suite("The session that a test gives")
struct GivenSessionTests {
  @Test("A feature has the session that was set, until it is taken away")
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
