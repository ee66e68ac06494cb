// example begins
import Backstack
import BackstackSessions

/// Signs a guestbook, and returns the names in it.
func signGuestbook(in sessions: SessionDirectory) async throws -> String {
  let session = try await sessions.create("guestbook")
  let signed = try await sessions.send(#"{"sign": {"name": "Ada"}}"#, to: session.id)
  do {
    // Another client may have changed the session since.
    _ = try await sessions.send(
      #"{"sign": {"name": "Grace"}}"#, to: session.id, ifVersion: session.version)
  } catch SessionError.versionMismatch {
    // Decide again, from the present state.
    print(try await sessions.snapshot(of: session.id).state)
  }
  try await sessions.end(session.id)
  return signed.state
}

func runJob() async throws {
  let guestbook = Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
  let sessions = SessionDirectory(features: [guestbook])
  sessions.start()
  defer { sessions.stop() }
  print(try await signGuestbook(in: sessions))
}
// example ends
