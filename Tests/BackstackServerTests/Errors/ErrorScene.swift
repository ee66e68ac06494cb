import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackService
import BackstackTestSupport
import BackstackTesting
import BackstackViews
import FoundationEssentials
import Synchronization
import Testing

/// A server whose responses are the same in every run, and a session with a counter at 4.
struct ErrorScene: Sendable {
  let server: TestServer
  /// The clock for timeouts.
  let clock: ManualClock
  let session: SessionClient

  var client: CurlClient { session.client }

  /// Sends an action to the session.
  func act(_ action: String, _ fields: [String: String] = [:]) async throws -> Answer {
    try await session.post(action, fields: fields)
  }

  /// Reads the screen of a new session.
  func screen(of feature: String) async throws -> Answer {
    let created = try await client.post("/sessions", #"{"feature":"\#(feature)"}"#)
    return try await client.get((created.fields["location"] ?? "") + "/screen")
  }

  /// Sends raw bytes, which may be malformed.
  func raw(_ bytes: String) async throws -> Answer {
    let connection = try RawConnection(port: server.port)
    try await connection.send(bytes)
    return try await connection.receive()
  }

  /// Runs a closure with such a server.
  static func play<Result>(
    _ setting: ErrorSetting, _ body: (ErrorScene) async throws -> Result
  ) async throws -> Result {
    let clock = ManualClock()
    let setting = setting.complete(clock)
    let server = try TestServer(
      features: demoFeatures(clock: TestClock()) + [
        Feature("odd", initialState: Odd.State()) { Odd() },
        Feature("endless", initialState: Plain.State()) {
          Plain()
        } view: { _ in
          EndlessView()
        },
      ],
      configuration: setting.service, http: setting.http)
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(try await ErrorScene(server, clock)))
    } catch {
      result = .failure(error)
    }
    // Makes the idle timeout close the remaining connections.
    clock.advance(by: .seconds(3600))
    _ = try await server.shutDown()
    return try result.get()
  }

  private init(_ server: TestServer, _ clock: ManualClock) async throws {
    self.server = server
    self.clock = clock
    session = try await SessionClient(
      server.makeClient(),
      creating: #"{"feature":"counters","state":{"path":[{"counter":{"count":4}}]}}"#)
  }
}

/// A server's configuration.
struct ErrorSetting: Sendable {
  var service = ServiceConfiguration.patient
  var http = HTTPServerConfiguration()

  /// Returns the configuration with ids, dates and timeouts that are the same in every run.
  func complete(_ clock: ManualClock) -> Self {
    var setting = self
    let ids = Atomic<UInt64>(0)
    setting.service.makeRandomNumberGenerator = {
      SeededGenerator(seed: ids.add(1, ordering: .relaxed).newValue)
    }
    setting.service.now = { Date(timeIntervalSince1970: 1_795_262_400) }
    setting.http.clock = { clock.now }
    return setting
  }
}

/// A feature whose state cannot be encoded as JSON.
@Reducer
private struct Odd {
  struct State: Codable, Sendable { var number = Double.nan }
  enum Action: Codable, Sendable { case nothing }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A feature whose view can't be evaluated.
@Reducer
private struct Plain {
  struct State: Codable, Sendable {}
  enum Action: Codable, Sendable { case nothing }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

/// A view with itself in it.
private struct EndlessView: View {
  var body: some View { AnyView(EndlessView()) }
}
