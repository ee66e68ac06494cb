import Backstack
import BackstackServiceTesting
import Testing

// example begins
@Test(arguments: ServiceTransport.allCases)
func `a guest is welcomed`(over transport: ServiceTransport) async throws {
  let service = try HostedService(GuestbookHost.features, over: transport)
  let session = try await service.session(of: Guestbook.self, "guestbook")
  let snapshot = try await session.send(.sign(name: "Ada"))
  #expect(snapshot.state.names == ["Ada"])
  #expect(snapshot.state.welcome != nil)
}
// example ends
