import BackstackDemo
import BackstackHTTP
import BackstackService
import BackstackTestSupport
import Synchronization
import Testing

// One after the other: each keeps a core busy, and other tests need the rest.
@Suite("The contract, checked by schemathesis", .serialized, .endsAtFailure)
struct ContractJudgeTests {
  private static let key = "0123456789abcdef-judge"

  @Test("The responses of the demo server conform to its contract")
  func demo() async throws {
    try await judge(
      features: demoFeatures, phases: ["examples", "coverage", "fuzzing", "stateful"])
  }

  @Test(
    "The server accepts exactly what the schemas of a feature describe",
    arguments: ["counters", "inventory", "standups"])
  func feature(name: String) async throws {
    try await judge(
      features: demoFeatures.filter { $0.name == name },
      phases: ["examples", "fuzzing", "stateful"],
      arguments: ["--include-path-regex", "/sessions"])
  }

  @Test(
    "With API keys configured, every operation that requires a key refuses requests without one")
  func keys() async throws {
    let key = try #require(APIKey(name: "judge", secret: Self.key))
    try await judge(
      features: demoFeatures, phases: ["examples", "stateful"],
      arguments: ["--header", "Authorization: Bearer \(Self.key)"]
    ) { $0.apiKeys = [key] }
  }

  @Test("The responses of the inspector conform to its contract")
  func inspector() async throws {
    var configuration = ServiceConfiguration()
    configuration.maximumWait = 1
    configuration.adminAddresses = [.ip("127.0.0.1", port: 0)]
    configuration.inspector = InspectorConfiguration(mode: .full, key: Self.key)
    try await withServer(features: demoFeatures, configuration: configuration) { server in
      let port = try #require(server.server.adminAddresses.first?.port)
      let verdict = try await ContractJudge.verdict(
        onPort: port, at: "/inspector/openapi.yaml", phases: ["examples", "coverage", "stateful"],
        examples: 10,
        // The key is in a field that is added to all requests, also where it should be missing. A new
        // session has no action of which a test could be made.
        arguments: [
          "--header", "Authorization: Bearer \(Self.key)", "--exclude-checks",
          "missing_required_header,ensure_resource_availability",
        ])
      if let verdict { Issue.record("\(verdict)") }
    }
  }

  /// Checks a separate server, whose service log must stay empty.
  private func judge(
    features: [Feature], phases: [String], arguments: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation,
    configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) async throws {
    let log = Lines()
    var configuration = ServiceConfiguration()
    configuration.maximumWait = 1
    configuration.log = { line in log.add(line) }
    configure(&configuration)
    try await withServer(features: features, configuration: configuration) { server in
      let verdict = try await ContractJudge.verdict(
        onPort: server.port, phases: phases, examples: 10, arguments: arguments)
      if let verdict { Issue.record("\(verdict)", sourceLocation: sourceLocation) }
    }
    #expect(log.all == [], sourceLocation: sourceLocation)
  }
}

/// Lines that several threads append.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
