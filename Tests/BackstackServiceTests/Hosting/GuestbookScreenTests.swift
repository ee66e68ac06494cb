import BackstackService
import BackstackServiceTesting
import Testing

// example begins
private func hostedGuestbook() throws -> HostedService {
  try HostedService([
    Feature("guestbook", initialState: Guestbook.State()) {
      Guestbook()
    } view: {
      GuestbookView(store: $0)
    }
  ])
}

@Test func `a guest signs on the screen`() async throws {
  let session = try await hostedGuestbook().session(of: Guestbook.self, "guestbook")
  var screen = try await session.screen()
  try await screen.tap("Sign as Ada")
  #expect(screen.title == "Welcome, Ada!")
  try await screen.tap("OK")
  #expect(screen.texts == ["Ada", "Sign as Ada"])
}

@Test func `a monkey finds nothing in the guestbook`() async throws {
  let service = try hostedGuestbook()
  let monkey = ScreenMonkey(seed: 1) { try await service.session(of: Guestbook.self, "guestbook") }
  let finding = try await monkey.run(steps: 50)
  #expect(finding == nil)
}
// example ends
