import Testing

/// Clients are tested with the responses and events of the table, so these have to be the service's.
@Suite("The table of all clients, with the service", .timeLimit(.minutes(20)))
struct WireCasesTests {
  @Test("What a case lets the service send is what the service sends", arguments: WireCase.all)
  func session(_ wireCase: WireCase) async throws {
    var script = ServiceScript(wireCase)
    for step in wireCase.steps.indices { try await script.take(step) }
    #expect(script.comparisons > 0)
  }
}
