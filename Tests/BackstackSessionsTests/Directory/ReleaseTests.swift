import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Testing

@testable import BackstackSessions

@Suite("The release of a directory")
struct ReleaseTests {
  @Test("A directory that nobody uses is released with its sessions", arguments: [false, true])
  func released(isStored: Bool) async throws {
    weak var directory: SessionDirectory?
    weak var registry: SessionRegistry?
    weak var session: (any Session)?
    do {
      var configuration = SessionConfiguration()
      configuration.log = { _ in }
      configuration.maximumMemory = 1 << 40
      if isStored { configuration.storage = MemoryStorage() }
      let used = SessionDirectory(
        features: [Feature("errands", initialState: Errands.State()) { Errands() }],
        configuration: configuration)
      let id = try await used.create("errands").id
      _ = try await used.send(#""add""#, to: id)
      directory = used
      registry = used.registry
      session = used.find(try #require(SessionID(id)))?.session
      #expect(session != nil)
    }
    // The last closures may still run.
    while directory != nil || registry != nil || session != nil { await letOthersWork() }
  }
}
