import Backstack
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTesting
import Testing

@testable import BackstackSessions

/// Sessions of ``Errands``, with clocks that a test advances.
struct ErrandSessions: Sendable {
  let clock = TestClock()
  let timer = ManualTimer()
  let date = ManualDate()
  let directory: SessionDirectory

  /// - Parameter storage: Where the sessions are stored. A storage that other sessions have used makes
  ///   these the ones after a restart.
  init(
    storage: (any SessionStorage)? = nil,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) {
    var configuration = SessionConfiguration()
    configuration.storage = storage
    configuration.timer = timer
    configuration.now = date.now
    // Only the test's clock may end a wait, not the directory's timeout.
    configuration.settleTimeout = 3600
    configure(&configuration)
    directory = SessionDirectory(
      features: [
        Feature("errands", initialState: Errands.State()) { [clock] in
          Errands().dependency(\.continuousClock, clock)
        }
      ], configuration: configuration, streams: EventStreams { $0() },
      large: LargeWork { _, work in work() })
  }

  /// Creates a session, and returns its id.
  func create(timeToLive: Double? = nil) async throws -> String {
    try await directory.create("errands", timeToLive: timeToLive).id
  }

  /// Creates a session, and returns its entry.
  func createEntry() async throws -> SessionRegistry.Entry {
    let id = try #require(SessionID(try await create()))
    return try #require(directory.find(id))
  }

  /// Returns the error that a session is refused with; `nil` if it can be read.
  func refusal(of id: String) async -> SessionError? {
    do throws(SessionError) {
      _ = try await directory.snapshot(of: id)
      return nil
    } catch {
      return error
    }
  }
}
