import Testing

@testable import BackstackService

@Suite("What a thread is known to work on")
struct ThreadActivityTests {
  /// Whether work is noted after an end that nothing had begun, as the notes were switched on in between.
  private static func isNoted(_ context: SessionContext) -> Bool {
    guard ThreadActivity.enable() else { return false }
    ThreadActivity.end()
    return ThreadActivity.perform(.action, context, version: 7) {
      ThreadActivity.current?.note.version == 7
    } && ThreadActivity.current == nil
  }

  // In a process of its own: notes are switched on for all of it.
  @Test("An end that nothing had begun is the end of nothing")
  func unevenEnd() async {
    await #expect(processExitsWith: .success) {
      let service = ErrandService()
      let session = try #require(service.client.session(await service.create()))
      #expect(Self.isNoted(session.context))
    }
  }
}
