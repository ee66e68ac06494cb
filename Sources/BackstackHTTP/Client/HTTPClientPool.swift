import BackstackPlatform

/// The connections of a client to its servers, as a value: which one carries the next request.
struct HTTPClientPool: Sendable {
  /// The decision about a request.
  enum Choice: Sendable, Hashable {
    /// Send it over this connection, which is idle.
    case use(UInt64)
    /// Open the connection with this number.
    case open(UInt64)
    /// Wait until a connection is idle.
    case wait
    /// Refuse it: as many requests wait as may.
    case refuse
  }

  private struct Idle: Sendable {
    let number: UInt64
    let since: MonotonicInstant
  }

  private struct Server: Sendable {
    /// The last one was used last, and is used next: the others can then time out.
    var idle: [Idle] = []
    var open: Set<UInt64> = []
    /// The numbers of the requests that wait, and of some that do no more.
    var waiting = Deque<UInt64>()
  }

  private let maximumConnections: Int
  private let maximumWaiting: Int
  private let idleTime: Duration
  private var servers: [HTTPServerAddress: Server] = [:]
  private var lastNumber: UInt64 = 0

  /// - Parameters:
  ///   - maximumConnections: The maximum number of connections to one server; at least 1.
  ///   - maximumWaiting: The maximum number of requests to one server that wait for a connection.
  ///   - idleTime: The time after which an idle connection is closed. It should be shorter than the
  ///     server's, so that a request does not meet a connection that is about to be closed.
  init(maximumConnections: Int, maximumWaiting: Int, idleTime: Duration) {
    self.maximumConnections = max(1, maximumConnections)
    self.maximumWaiting = maximumWaiting
    self.idleTime = idleTime
  }

  /// Chooses the connection of a request.
  mutating func choose(for request: UInt64, to address: HTTPServerAddress) -> Choice {
    if let idle = servers[address]?.idle.popLast() { return .use(idle.number) }
    var server = servers[address] ?? Server()
    defer { servers[address] = server }
    if server.open.count < maximumConnections {
      lastNumber += 1
      server.open.insert(lastNumber)
      return .open(lastNumber)
    }
    guard server.waiting.count < maximumWaiting else { return .refuse }
    server.waiting.append(request)
    return .wait
  }

  /// Notes that a connection is idle.
  mutating func noteIdle(
    _ number: UInt64, to address: HTTPServerAddress, at now: MonotonicInstant
  ) {
    servers[address]?.idle.append(Idle(number: number, since: now))
  }

  /// Notes that a connection was closed.
  mutating func noteClosed(_ number: UInt64, to address: HTTPServerAddress) {
    servers[address]?.open.remove(number)
    servers[address]?.idle.removeAll { $0.number == number }
    if let server = servers[address], server.open.isEmpty, server.waiting.isEmpty {
      servers[address] = nil
    }
  }

  /// Returns the next request that waits for a connection to a server, if it can have one now.
  mutating func nextWaiting(for address: HTTPServerAddress) -> UInt64? {
    guard let server = servers[address],
      !server.idle.isEmpty || server.open.count < maximumConnections
    else { return nil }
    return servers[address]?.waiting.popFirst()
  }

  /// Returns the connections that have been idle for too long.
  func outdated(at now: MonotonicInstant) -> [UInt64] {
    servers.values.flatMap { server in
      server.idle.filter { $0.since.advanced(by: idleTime) <= now }.map(\.number)
    }
  }
}

/// Where a server listens: a numeric IP address and a port.
package struct HTTPServerAddress: Hashable, Sendable, CustomStringConvertible {
  package let host: String
  package let port: Int

  /// Creates an address.
  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Creates an address from its text, such as `10.0.0.7:7000` or `[fd00::7]:7000`.
  ///
  /// - Returns: `nil` unless it is a numeric address with a port of 1 to 65535.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    // A sign is none of them.
    guard digits.utf8.allSatisfy(ASCII.isDigit), let port = UInt16(digits), port > 0 else {
      return nil
    }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard SocketAddress(host: String(host), port: port) != nil else { return nil }
    self.init(host: String(host), port: Int(port))
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
