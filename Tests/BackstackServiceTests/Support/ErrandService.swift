import Backstack
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import BackstackTesting

@testable import BackstackService
@testable import BackstackSessions

/// A service that hosts ``Errands``, with clocks that a test advances.
struct ErrandService: Sendable {
  let clock = TestClock()
  let timer = ManualTimer()
  let date = ManualDate()
  let client: ServiceClient

  init(_ configure: (inout ServiceConfiguration) -> Void = { _ in }) {
    var configuration = ServiceConfiguration()
    configuration.timer = timer
    configuration.now = date.now
    // Only the test's clock may end a wait, not the service's timeout.
    configuration.settleTimeout = 3600
    configure(&configuration)
    client = ServiceClient(
      [
        Feature(
          "errands", initialState: Errands.State(),
          clientInput: ClientInput(takesState: true, takesPushes: true)
        ) { [clock] in
          Errands().dependency(\.continuousClock, clock)
        }
      ],
      configuration: configuration)
  }

  /// Waits until an effect sleeps on the clock. A response that waits for the effect is no sign of
  /// that.
  func effectsToSleep() async {
    while clock.sleeperCount == 0 { await letOthersWork() }
  }

  func create() async -> String { await client.create(#"{"feature": "errands"}"#) }
}

extension ErrandService {
  /// Creates the service with API keys of `alice` and `bob`.
  static func withKeys(
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) -> ErrandService {
    ErrandService { configuration in
      configuration.apiKeys = ["alice", "bob"].compactMap {
        APIKey(name: $0, secret: "\($0)-0123456789abcdef")
      }
      configure(&configuration)
    }
  }

  /// Returns the fields of a request with a client's API key.
  static func key(_ name: String) -> [(HTTPFieldName, String)] {
    [(.authorization, "Bearer \(name)-0123456789abcdef")]
  }

  /// Creates the service as it is after a restart with a storage.
  init(storage: any SessionStorage, _ configure: (inout ServiceConfiguration) -> Void = { _ in }) {
    self.init { configuration in
      configuration.storage = storage
      configure(&configuration)
    }
  }
}
