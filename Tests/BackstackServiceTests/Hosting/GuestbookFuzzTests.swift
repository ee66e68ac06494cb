import BackstackService
import BackstackServiceTesting
import Testing

// example begins
@Test
func `the guestbook withstands its clients`() async throws {
  let guestbook = Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
  let report = try await FeatureFuzzer(guestbook).run(seed: 1, sessions: 10, steps: 20)
  #expect(report.findings.isEmpty, "\(report)")
}
// example ends
