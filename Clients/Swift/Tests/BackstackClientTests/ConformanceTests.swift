import Foundation
import Testing

@testable import BackstackClient

@Suite("With the conformance server", .enabled(if: Server.isThere))
struct ConformanceTests {
  @Test("The client passes all scenarios; those of sockets where URLSession has them")
  func scenarios() async throws {
    let server = try Server.judging(["--once", "--slow", "--patience", "600"])
    let index = try await Harness.exchange(server.url, "GET", "/")
    let scenarios = try #require(index["scenarios"]?.arrayValue)
    let verdicts = try await withThrowingTaskGroup { group in
      for scenario in scenarios {
        group.addTask { try await Harness(server.url, scenario).play() }
      }
      return try await group.reduce(into: [JSONValue]()) { $0.append($1) }
    }
    for verdict in verdicts {
      let isSocket = verdict["name"]?.stringValue?.hasPrefix("socket") == true
      let isSkipped = isSocket && verdict["outcome"] == "skipped"
      #expect(verdict["outcome"] == "passed" || isSkipped, "\(verdict)")
    }
    #expect(server.end() == 0)
  }
}

/// What a scenario asks of a program: to report what the session shows, and to send what it asks
/// for.
private actor Harness {
  struct State: Decodable {
    var count: Int
    var list: [Int]
    var notes: [String: Int]
    var commands: [Command]
  }

  struct Command: Decodable {
    var number: Int
    var send: String
    var ifCountBelow: Int?
  }

  private let server: URL
  private let name: String
  private let options: RemoteOptions
  private var reports: [JSONValue] = []
  private var last = 0

  init(_ server: URL, _ scenario: JSONValue) {
    self.server = server
    name = scenario["name"]?.stringValue ?? ""
    let key = scenario["key"]?.stringValue
    let sockets = URLSessionSockets()
    // What takes clients a minute takes three seconds.
    options =
      scenario["isSlow"] == true
      ? RemoteOptions(key: key, sockets: sockets, clock: FastClock())
      : RemoteOptions(key: key, sockets: sockets)
  }

  /// Returns the verdict.
  func play() async throws -> JSONValue {
    let session = try await RemoteSession<State, String>.open(
      server, feature: name, options: options)
    let following = Task { await follow(session) }
    defer { following.cancel() }
    while true {
      let content = try WireCoding.content(JSONValue.array(reports))
      reports = []
      let verdict = try await Self.exchange(server, "POST", "/shown/\(name)", content)
      guard verdict["outcome"] == "running" else {
        await session.close()
        return verdict
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func follow(_ session: RemoteSession<State, String>) async {
    let (commands, queue) = AsyncStream.makeStream(of: Command.self)
    // A person's actions don't wait for what is shown.
    let sending = Task {
      for await command in commands {
        // A refusal is what the scenario is about.
        if let below = command.ifCountBelow {
          _ = try? await session.send(command.send) { $0.count < below }
        } else {
          _ = try? await session.send(command.send)
        }
      }
    }
    for await snapshot in await session.snapshots {
      let state = snapshot.state
      reports.append([
        "version": .integer(Int64(snapshot.version)), "count": .integer(Int64(state.count)),
        "list": .array(state.list.map { .integer(Int64($0)) }),
        "notes": .object(state.notes.mapValues { .integer(Int64($0)) }),
      ])
      for command in state.commands where command.number > last {
        last = command.number
        queue.yield(command)
      }
    }
    sending.cancel()
    if case .gone(.gone(let reason)) = await session.status {
      reports.append(["ended": .string(reason)])
    }
  }

  static func exchange(
    _ server: URL, _ method: String, _ path: String, _ content: Data? = nil
  ) async throws -> JSONValue {
    let request = RemoteRequest(
      method: method, url: server.appendingPathComponent(path),
      fields: ["Content-Type": "application/json"], content: content)
    var data = Data()
    for try await part in URLSessionTransport.shared.response(to: request) {
      if case .content(let part) = part { data += part }
    }
    return try JSONParser.value(data)
  }
}

/// A clock that is 20 times as fast.
private struct FastClock: Clock {
  private static let speed = 20

  private let base = ContinuousClock()
  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant { start + start.duration(to: base.now) * Self.speed }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(for: now.duration(to: deadline) / Self.speed)
  }
}
