import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackService
import BackstackTestSupport
import BackstackTesting
import Testing

/// A server in the test process, on a free port.
struct TestServer: Sendable {
  let port: Int
  let server: BackstackServer

  /// A server with the demo features for all tests that need no other. It lives as long as the
  /// process.
  static let demo = Result { try TestServer() }

  init(
    features: [Feature] = demoFeatures,
    configuration: ServiceConfiguration = .patient,
    http: HTTPServerConfiguration = .patient
  ) throws {
    var http = http
    http.addresses = [.ip("127.0.0.1", port: 0)]
    http.loops = 1
    server = BackstackServer(features: features, configuration: configuration, http: http)
    try server.start()
    port = try #require(server.localPort)
  }

  /// Creates a client with a separate connection.
  func makeClient() -> CurlClient { CurlClient(port: port) }

  /// Stops the server.
  ///
  /// - Returns: Whether all requests were completed.
  func shutDown() async throws -> Bool {
    try await offPool { [server] in server.shutdown(graceSeconds: Double(patience)) }
  }
}

/// Runs a test against a separate server, and stops it afterwards.
func withServer(
  features: [Feature] = demoFeatures,
  configuration: ServiceConfiguration = .patient,
  http: HTTPServerConfiguration = .patient,
  _ body: (TestServer) async throws -> Void
) async throws {
  let server = try TestServer(features: features, configuration: configuration, http: http)
  do {
    try await body(server)
  } catch {
    _ = try await server.shutDown()
    throw error
  }
  #expect(try await server.shutDown(), "A request was not completed before the server stopped.")
}

/// Returns the demo features with a clock that a test advances.
func demoFeatures(clock: TestClock<Duration>) -> [Feature] {
  makeDemoFeatures { $0.continuousClock = clock }
}

/// The reason that a test could not continue.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
