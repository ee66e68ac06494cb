import Backstack
import BackstackService
import BackstackServiceTesting
import Testing

// example begins
@Test(arguments: ServiceTransport.allCases)
func `a guest is welcomed`(over transport: ServiceTransport) async throws {
  let guestbook = Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
  let service = try HostedService([guestbook], over: transport)
  let session = try await service.session(of: Guestbook.self, "guestbook")
  let snapshot = try await session.send(.sign(name: "Ada"))
  #expect(snapshot.state.names == ["Ada"])
  #expect(snapshot.state.welcome != nil)
}
// example ends
