import BackstackTestSupport
import Testing

@testable import BackstackHTTP

/// A server whose log and counters are compared at the end: they must agree.
struct RecordedServer {
  let looped: LoopedServer
  private let folder = TemporaryFolder()
  private let log: HTTPAccessLog
  private let metrics = HTTPMetrics()

  init(
    _ handler: any HTTPHandler, change: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws {
    let log = try HTTPAccessLog(.json, to: .file(folder.file("log")))
    self.log = log
    let metrics = metrics
    looped = try LoopedServer(handler) { configuration in
      configuration.accessLog = log
      configuration.metrics = metrics
      change(&configuration)
    }
  }

  /// Creates a server whose handler gets the responder, and content as a stream.
  init(answer: @escaping @Sendable (HTTPRequest, HTTPResponder) -> Void) throws {
    try self.init(RespondingHandler(policy: .streamed(upTo: 100), answer: answer))
  }

  func client(receiveBuffer: Int32? = nil) -> TestClient {
    looped.client(receiveBuffer: receiveBuffer)
  }

  func advance(seconds: Int) { looped.clock.advance(seconds: seconds, looped) }

  /// Shuts the server down and compares the log with the counters.
  ///
  /// - Parameter cutsOff: Whether to cut off the requests in flight.
  /// - Returns: Each request's target, status, sent bytes of content and error, in the order of the
  ///   requests' ends; and the counters.
  func end(cutsOff: Bool = false) throws -> (requests: [String], samples: [String: Double]) {
    if cutsOff {
      looped.server.stopNow()
      looped.server.waitUntilStopped()
    } else {
      #expect(looped.end())
    }
    #expect(log.close())
    let lines = folder.text("log").split(separator: "\n").map(String.init)
    let samples = try Exposition(metrics.exposition()).samples
    var logged: [String: Double] = [:]
    for line in lines { logged[try #require(Self.member("status", line)), default: 0] += 1 }
    var counted: [String: Double] = [:]
    for (name, value) in samples where name.hasPrefix("http_requests_total") {
      counted[String(name.dropLast(2).suffix(3)), default: 0] += value
    }
    #expect(logged == counted)
    let requests = lines.compactMap { line -> String? in
      let target = Self.member("target", line) ?? "-"
      if target == "/turn" { return nil }
      return [target, Self.member("status", line), Self.member("bytesOut", line)]
        .compactMap { $0 }.joined(separator: " ")
        + (Self.member("error", line).map { " \($0)" } ?? "")
    }
    return (requests, samples)
  }

  /// Returns the value of a member of a line, without quotes.
  private static func member(_ name: String, _ line: String) -> String? {
    guard let start = line.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "," && $0 != "}" }).replacing("\"", with: "")
  }
}
